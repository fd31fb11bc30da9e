import { ContentError } from '../../../publishing/markdown/markdown.ts';
import { AppError } from '../../platform/app-error.ts';

/**
 * Reads a text that was pasted at the desk.
 * @throws AppError `invalid-argument` with the line of the author's first mistake
 */
export function refuseMistakes<Written>(read: () => Written): Written {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new AppError('invalid-argument', error.message);
  }
}
