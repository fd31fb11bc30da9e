import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { numberOf, powerOf, prime } from './srp.ts';

/** Multiplies according to the definition, without a library. */
function multiplyRepeatedly(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % prime;
    if (bit === '1') result = (result * base) % prime;
  }
  return result;
}

const random = (bytes: number) => numberOf(randomBytes(bytes).toString('hex'));

test.each([
  ['the generator', 2n, random(32)],
  ['a number below the prime', random(300), random(32)],
  ['a number above the prime', prime ** 2n + random(300), random(64)],
  ['an exponent with few digits', random(300), 3n],
  ['the largest number', prime - 1n, random(32)],
  ['a multiple of the prime', prime * 5n, random(32)],
])('raises %s to a power modulo the prime', (_, base, exponent) => {
  expect(powerOf(base, exponent)).toBe(multiplyRepeatedly(base, exponent));
});
