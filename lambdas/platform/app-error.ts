import type { ErrorCode } from '../../contract/operations/errors.ts';

/** An error that the caller may see. Anything else that is thrown is a bug, and the caller gets `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  /** @param message a sentence that is shown on screen. */
  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}
