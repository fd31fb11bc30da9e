import { AppError } from './app-error.ts';

/** When the caller may try again, in seconds, if the error says so; for the header `Retry-After`. */
export function retryAfterSecondsOf(error: unknown): number | undefined {
  if (!(error instanceof AppError) || error.code !== 'resource-exhausted') return undefined;
  const { retryAfterSeconds } = (error.details ?? {}) as { retryAfterSeconds?: unknown };
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined;
}
