import type { ErrorCode } from '../../contract/operations/errors.ts';

/** A refusal that the caller may know of. Anything else that is thrown is a bug and is answered as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  /** @param message a sentence for people: it is shown on screen. */
  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}
