import { describe, expect, test } from 'vitest';
import { createTotpSecret, encodeBase32, findTotpStep, totpCode, totpStep } from './totp.ts';

/** The last six of the eight digits in https://www.rfc-editor.org/rfc/rfc6238#appendix-B. */
const secret = encodeBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('computes for %i seconds the code %s', (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code);
});

describe('findTotpStep', () => {
  const nowMs = 1_111_111_111_000;
  const now = totpStep(nowMs);

  test.each([-1, 0, 1])('accepts a code of step %i from now', (distance) => {
    expect(findTotpStep(secret, totpCode(secret, now + distance), nowMs)).toBe(now + distance);
  });

  test.each([-2, 2])('refuses a code of step %i from now', (distance) => {
    expect(findTotpStep(secret, totpCode(secret, now + distance), nowMs)).toBeNull();
  });

  test.each(['', '50471', '0050471', 'no code', '٠٥٠٤٧١'])('refuses %j', (given) => {
    expect(findTotpStep(secret, given, nowMs)).toBeNull();
  });
});

test('creates secrets that authenticator apps can read', () => {
  expect(createTotpSecret()).toMatch(/^[A-Z2-7]{52}$/);
  expect(createTotpSecret()).not.toBe(createTotpSecret());
});
