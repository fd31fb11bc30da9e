import type { LegalText } from '../../contract/content/legal-text.ts';
import { offerTexts } from '../../contract/rules/offer-texts.ts';
import { readMarkdown, requiredDate, requiredFields, sectionsOf } from './markdown.ts';

/** Parses a file of `content/legal`. `{offer.<name>}` stands for that text of the current offer. Throws `ContentError`. */
export function parseLegalText(file: string, text: string): LegalText {
  const markdown = readMarkdown(file, withOfferTexts(text));
  return {
    ...requiredFields(markdown, ['title', 'description']),
    updatedAt: requiredDate(markdown, 'updatedAt'),
    sections: sectionsOf(markdown),
  };
}

function withOfferTexts(text: string): string {
  const texts: Record<string, string> = offerTexts();
  return text.replace(/\{offer\.(\w+)\}/g, (placeholder, name: string) => texts[name] ?? placeholder);
}
