import { readFile } from 'node:fs/promises';
import { decodeText } from '../../contract/rules/decode-text.ts';
import { ContentError } from './markdown.ts';

/**
 * Reads a text file that a person wrote.
 * @param name the name of the file in errors
 * @throws ContentError when it is not UTF-8, and Error when there is no file
 */
export async function readContentFile(file: string, name = file): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    const isNoFile = error.code === 'ENOENT' || error.code === 'EISDIR';
    throw isNoFile ? new Error(`There is no file ${file}.`) : error;
  });
  const decoded = decodeText(bytes);
  if ('problem' in decoded) throw new ContentError(name, decoded.line, decoded.problem);
  return decoded.text;
}
