import { ApiError } from './api-error.ts';
import { ChunkLoadError } from './load-chunk.ts';

/** What to tell a visitor of something caught. Only our own errors carry sentences for them. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError || error instanceof ChunkLoadError
    ? error.message
    : 'Something went wrong. Please try again.';
}
