import type { LegalText } from '../../contract/content/legal-text.ts';
import { readMarkdown, requiredDate, requiredFields, sectionsOf } from './markdown.ts';

/** A file of `content/legal`. Throws `ContentError`. */
export function parseLegalText(file: string, text: string): LegalText {
  const markdown = readMarkdown(file, text);
  return {
    ...requiredFields(markdown, ['title', 'description']),
    updatedAt: requiredDate(markdown, 'updatedAt'),
    sections: sectionsOf(markdown),
  };
}
