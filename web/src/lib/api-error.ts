import type { ErrorCode } from '../../../contract/operations/errors.ts';

/** The failure of an API call, or of the page before a call. The message is a sentence for the visitor. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions & { details?: unknown }) {
    super(message, options);
    this.code = code;
    this.details = options?.details;
  }
}
