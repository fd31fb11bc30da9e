import { ApiError } from './api-error.ts';
import { ChunkLoadError } from './load-chunk.ts';

/** The message for a caught error. Only our own errors have messages for visitors. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError || error instanceof ChunkLoadError
    ? error.message
    : 'Something went wrong. Please try again.';
}
