import type { ManualPageText } from '../../contract/content/manual-page.ts';
import { fillPlaceholders } from './fill-placeholders.ts';
import { ContentError, readMarkdown, requiredFields, sectionsOf } from './markdown.ts';

/**
 * Fills the placeholders of a file of `content/manual` and parses it. Throws `ContentError`, which includes a
 * file that does not begin with a paragraph, because the FAQ may show it.
 */
export function parseManualPage(file: string, text: string): ManualPageText {
  const markdown = readMarkdown(file, fillPlaceholders(file, text));
  const { title, description, alternative } = requiredFields(markdown, [
    'title',
    'description',
    'alternative',
  ]);
  const { screen, drawing } = markdown.fields;
  const name = screen ?? drawing;
  if (!name || (screen && drawing)) throw new ContentError(file, 1, 'needs a screen or a drawing');
  const sections = sectionsOf(markdown);
  if (sections[0]?.type !== 'paragraph') throw new ContentError(file, 1, 'does not begin with a paragraph');
  const kind = screen ? 'screen' : 'drawing';
  return { title, description, picture: { kind, name, alternative }, sections };
}
