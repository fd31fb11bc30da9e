import { plainFile } from '../../../contract/content/picture-files.ts';
import type { RenderedMailing } from '../../../contract/records/desk-mailings.ts';
import { parseMailing, type WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { refuseMistakes } from '../articles/read-pasted.ts';
import { mailingFor } from './render-mailing.ts';

/** @throws AppError `invalid-argument` with the line of the first mistake */
export const readPastedMailing = (slug: string, text: string): WrittenMailing =>
  refuseMistakes(() => parseMailing(`${slug}.md`, text));

/**
 * The email of a Markdown file as a reader gets it, with links to unsubscribe that do not work.
 * @throws AppError `invalid-argument` with the line of the first mistake
 */
export function previewOfMailing(slug: string, text: string, siteUrl: string): RenderedMailing {
  const reader = { userId: 'a reader', siteUrl, linkKey: 'of no reader' };
  const written = readPastedMailing(slug, text);
  const { subject, html, text: plain } = mailingFor(written, reader);
  const pictures = written.content.flatMap((section) =>
    section.type === 'picture' ? [plainFile(section).url] : [],
  );
  const { preheader } = written;
  return { subject, preheader, html, text: plain, pictures: [...new Set(pictures)] };
}
