import { ApiError } from '../../lib/api-error.ts';

/**
 * Reads a file that somebody chose or dropped.
 * @throws ApiError `invalid-argument` when it is not text, such as a picture
 */
export async function readTextFile(file: File): Promise<string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes('\0')) return text;
  } catch (error) {
    // The decoder throws a TypeError for bytes that are not text.
    if (!(error instanceof TypeError)) throw error;
  }
  throw new ApiError(
    'invalid-argument',
    `“${file.name}” is not a text file. Choose a Markdown file. To add pictures, use the command: npm run article.`,
  );
}
