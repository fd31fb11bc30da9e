import { decodeText } from '../../../../contract/rules/decode-text.ts';
import { ApiError } from '../../lib/api-error.ts';

/**
 * Reads a file that somebody chose or dropped.
 * @throws ApiError `invalid-argument` when it is not text, such as a picture, or not UTF-8
 */
export async function readTextFile(file: File): Promise<string> {
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
  if ('text' in decoded) return decoded.text;
  throw new ApiError(
    'invalid-argument',
    `“${file.name}”, line ${decoded.line}, ${decoded.problem}. Choose a Markdown file. Pictures have a form of their own: “Add a picture”.`,
  );
}
