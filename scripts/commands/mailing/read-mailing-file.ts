import { readFile } from 'node:fs/promises';
import { maxMailingLength } from '../../../contract/rules/mailing-rules.ts';
import { parseMailing, type WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';

/**
 * Reads the file of a mailing.
 * @throws ContentError when it cannot be sent
 */
export async function readMailingFile(file: string): Promise<{ written: WrittenMailing; text: string }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const isNoFile = error.code === 'ENOENT' || error.code === 'EISDIR';
    throw isNoFile ? new Error(`There is no file ${file}.`) : error;
  });
  if (text.length > maxMailingLength)
    throw new Error(`${file} has ${text.length} characters; the limit is ${maxMailingLength}.`);
  return { written: parseMailing(file, text), text };
}
