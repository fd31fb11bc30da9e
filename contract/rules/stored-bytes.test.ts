import { describe, expect, it } from 'vitest';
import { bytesOf, storedBytes } from './stored-bytes.ts';

describe('storedBytes', () => {
  it('counts every number as the longest that DynamoDB stores, which has 38 digits and a sign', () => {
    const longest = 38 / 2 + 1 + 1;
    expect([0, -1.5, Number.MAX_SAFE_INTEGER].map(storedBytes)).toEqual([longest, longest, longest]);
  });

  it.each([true, false, null])('counts one byte for %s', (value) => {
    expect(storedBytes(value)).toBe(1);
  });

  it('counts a text in UTF-8', () => {
    expect(storedBytes('海')).toBe(3);
  });

  it('counts the names in a map, but no positions in a list', () => {
    const overhead = storedBytes([]) + 1;
    expect(storedBytes(['sea'])).toBe(overhead + bytesOf('sea'));
    expect(storedBytes({ name: 'sea' })).toBe(overhead + bytesOf('name') + bytesOf('sea'));
  });
});
