import withdrawal from '../../content/legal/withdrawal.md';
import { licenseTerms } from '../../content/license-terms.ts';
import { termsOfService } from '../../content/terms-of-service.ts';
import type { Section } from '../../contract/content/sections.ts';
import { owner } from '../../settings.ts';
import { textDocument } from './text-document.ts';

/** The seller and the documents in the email that confirms a paid order. */
export interface OrderTerms {
  /** The seller's identity on one line. */
  seller: string;
  documents: { fileName: string; type: string; content: string }[];
}

/**
 * The documents that the law requires us to give the buyer on a durable medium: the seller's identity, the terms in
 * the version of the order, and the instructions for a withdrawal. The instructions are the current ones,
 * because they describe the page for the statement.
 * @throws Error when the repository has no terms of that version
 * @see https://eur-lex.europa.eu/eli/dir/2011/83/oj Directive 2011/83/EU art. 8(7)
 */
export function orderTerms(termsVersion: string, siteUrl: string): OrderTerms {
  const { title, updatedAt, sections } = withdrawal;
  const instructions = { title, note: `Last updated ${updatedAt}.`, sections };
  const file = (name: string, content: string) => ({
    fileName: `${name}.txt`,
    type: 'text/plain; charset=utf-8',
    content,
  });
  return {
    seller,
    documents: [
      file(`terms-${termsVersion}`, termsDocument(termsVersion, siteUrl)),
      file('withdrawal', textDocument(instructions, siteUrl)),
    ],
  };
}

const seller = [owner.name, ...owner.address, owner.vatId && `VAT ID ${owner.vatId}`, owner.contactAddress]
  .filter(Boolean)
  .join(', ');

function termsDocument(version: string, siteUrl: string): string {
  const service = termsOfService[version];
  const points = licenseTerms[version];
  if (!service || !points) throw new Error(`There are no terms of ${version}.`);
  const sections: Section[] = [
    ...service.sections,
    { type: 'header', id: 'license', level: 2, content: ['What the license means'] },
    { type: 'list', content: points.map(({ name, text }) => ({ content: [`${name}. ${text}`] })) },
  ];
  const note = `The terms of ${version}, between you and ${owner.name}.`;
  return textDocument({ title: service.title, note, sections }, siteUrl);
}
