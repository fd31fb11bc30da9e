import { isVisible, tidyText } from '../../../../contract/rules/typed-text.ts';
import { PageProblem } from '../../lib/page-problem.ts';

/**
 * Counts characters like the server.
 */
export const lengthOf = (text: string): number => [...tidyText(text)].length;

/** Throws `PageProblem` if the text is missing or too long. */
export function checkText(text: string, limit: number): void {
  const length = lengthOf(text);
  if (!isVisible(text)) throw new PageProblem('There is no text yet.');
  if (length > limit) throw new PageProblem(`The text is too long by ${formatCount(length - limit)}.`);
}

/** "1,234 characters" */
export function formatCount(characters: number): string {
  return `${characters.toLocaleString('en-US')} ${characters === 1 ? 'character' : 'characters'}`;
}

/** The remaining counts that are announced, instead of every key press. */
const announcedAt = [10, 50, 100, 200];

/** The announcement of the characters left; empty while there are many. */
export function announcementOf(charactersLeft: number): string {
  if (charactersLeft < 0) return 'The text is too long.';
  if (charactersLeft === 0) return 'No characters left.';
  const next = announcedAt.find((count) => charactersLeft <= count);
  return next ? `At most ${next} characters left.` : '';
}
