/** The error codes of calls, with their HTTP statuses (section 8 of the specification). */
export const httpStatusOfError = {
  'invalid-argument': 400,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  aborted: 409,
  'resource-exhausted': 429,
  cancelled: 499,
  internal: 500,
  unimplemented: 501,
  unavailable: 503,
  'deadline-exceeded': 504,
} as const;

export type ErrorCode = keyof typeof httpStatusOfError | 'unknown';

/** The body of every failed call. */
export interface ErrorBody {
  error: { status: ErrorCode; message: string; details?: unknown };
}

/** Returns the code for a status, for responses that the gateway or the CDN sent. */
export function errorCodeOfStatus(httpStatus: number): ErrorCode {
  const entry = Object.entries(httpStatusOfError).find(([, status]) => status === httpStatus);
  return (entry?.[0] as ErrorCode | undefined) ?? 'unknown';
}
