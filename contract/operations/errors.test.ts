import { describe, expect, test } from 'vitest';
import { errorCodeOfStatus, httpStatusOfError } from './errors.ts';

/** Section 8 of the specification. */
const specified = [
  [400, 'invalid-argument'],
  [401, 'unauthenticated'],
  [403, 'permission-denied'],
  [404, 'not-found'],
  [409, 'aborted'],
  [429, 'resource-exhausted'],
  [499, 'cancelled'],
  [500, 'internal'],
  [501, 'unimplemented'],
  [503, 'unavailable'],
  [504, 'deadline-exceeded'],
] as const;

describe('errorCodes', () => {
  test.each(specified)('maps %i to %s and back', (httpStatus, code) => {
    expect(httpStatusOfError[code]).toBe(httpStatus);
    expect(errorCodeOfStatus(httpStatus)).toBe(code);
  });

  test('contains only the codes of the specification', () => {
    expect(Object.keys(httpStatusOfError)).toHaveLength(specified.length);
  });

  test.each([200, 302, 418, 502])('maps status %i, which the API never sends, to unknown', (httpStatus) => {
    expect(errorCodeOfStatus(httpStatus)).toBe('unknown');
  });
});
