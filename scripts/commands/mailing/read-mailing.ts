import { maxMailingLength } from '../../../contract/rules/mailing-rules.ts';
import type { StoredMailing } from '../../../lambdas/domain/mailings/mailing-store.ts';
import { parseMailing, type WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { readContentFile } from '../../../publishing/markdown/read-content-file.ts';
import type { MailingSite } from './connect-to-mailings.ts';

/**
 * Reads a mailing from a file, or a stored one by its slug.
 * @throws Error when it cannot be sent
 */
export async function readMailing(
  what: string,
  site: () => Promise<Pick<MailingSite, 'mailings'>>,
): Promise<{ written: WrittenMailing; text: string }> {
  if (what.endsWith('.md')) return readMailingFile(what);
  const { text } = await findMailing(await site(), what);
  return { written: parseMailing(`${what}.md`, text), text };
}

/** @throws Error when there is no such mailing */
export async function findMailing(
  { mailings }: Pick<MailingSite, 'mailings'>,
  slug: string,
): Promise<StoredMailing> {
  const found = await mailings.find(slug);
  if (!found)
    throw new Error(`There is no mailing "${slug}". To list all mailings: npm run mailing -- status`);
  return found;
}

/**
 * Reads the file of a mailing.
 * @throws ContentError when it cannot be sent
 */
async function readMailingFile(file: string): Promise<{ written: WrittenMailing; text: string }> {
  const text = await readContentFile(file);
  if (text.length > maxMailingLength)
    throw new Error(`${file} has ${text.length} characters; the limit is ${maxMailingLength}.`);
  return { written: parseMailing(file, text), text };
}
