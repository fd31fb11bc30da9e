import { describe, expect, test } from 'vitest';
import { createTotpSecret, encodeBase32, findTotpStep, totpCode, totpStep } from './totp.ts';

/** https://www.rfc-editor.org/rfc/rfc6238#appendix-B, the last six of its eight digits. */
const secret = encodeBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code);
});

describe('a code', () => {
  const nowMs = 1_111_111_111_000;
  const now = totpStep(nowMs);

  test.each([-1, 0, 1])('of step %i from now is accepted', (distance) => {
    expect(findTotpStep(secret, totpCode(secret, now + distance), nowMs)).toBe(now + distance);
  });

  test.each([-2, 2])('of step %i from now is not', (distance) => {
    expect(findTotpStep(secret, totpCode(secret, now + distance), nowMs)).toBeNull();
  });

  test.each(['', '50471', '0050471', 'no code', '٠٥٠٤٧١'])('is not %j', (given) => {
    expect(findTotpStep(secret, given, nowMs)).toBeNull();
  });
});

test('a secret is one that authenticator apps read', () => {
  expect(createTotpSecret()).toMatch(/^[A-Z2-7]{52}$/);
  expect(createTotpSecret()).not.toBe(createTotpSecret());
});
