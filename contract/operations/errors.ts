/** What a call can fail with, and the HTTP status each travels under (section 8 of the specification). */
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

/** The code for a status, for answers whose body is not ours (a gateway's, a CDN's). */
export function errorCodeOfStatus(httpStatus: number): ErrorCode {
  const entry = Object.entries(httpStatusOfError).find(([, status]) => status === httpStatus);
  return (entry?.[0] as ErrorCode | undefined) ?? 'unknown';
}
