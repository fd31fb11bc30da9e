import type { StoredSection } from '../../contract/records/article.ts';

/**
 * Adults read about 238 words per minute on average, and fewer on screens and in a second language.
 */
const wordsPerMinute = 220;

/** The time to read an article in whole minutes, at least one. */
export function readingMinutes(content: StoredSection[]): number {
  const texts = content.flatMap(textsOf);
  const words = texts.flatMap((text) => text.split(/\s+/)).filter(Boolean);
  return Math.max(1, Math.ceil(words.length / wordsPerMinute));
}

function textsOf(section: StoredSection): string[] {
  if (section.type === 'picture') return [];
  return section.type === 'list' ? section.content.map(({ content }) => content) : [section.content];
}
