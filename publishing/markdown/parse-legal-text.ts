import type { LegalText } from '../../contract/content/legal-text.ts';
import { fillPlaceholders } from './fill-placeholders.ts';
import { readMarkdown, requiredDate, requiredFields, sectionsOf } from './markdown.ts';

/** Fills the placeholders of a file of `content/legal` and parses it. Throws `ContentError`. */
export function parseLegalText(file: string, text: string): LegalText {
  const markdown = readMarkdown(file, fillPlaceholders(file, text));
  return {
    ...requiredFields(markdown, ['title', 'description']),
    updatedAt: requiredDate(markdown, 'updatedAt'),
    sections: sectionsOf(markdown),
  };
}
