import { describe, expect, it } from 'vitest';
import { maxHeaderLength, pagePolicyLength, stylesheetRoom } from './page-policy.ts';

const region = 'us-east-1';
const hashes = (count: number) => Array.from({ length: count }, () => `'sha256-${'a'.repeat(43)}='`);

describe('stylesheetRoom', () => {
  it('counts the stylesheets that fit', () => {
    const { further } = stylesheetRoom(region, hashes(3));
    const lengthWith = (count: number) => pagePolicyLength(region, hashes(count));
    expect(lengthWith(3 + further)).toBeLessThanOrEqual(maxHeaderLength);
    expect(lengthWith(3 + further + 1)).toBeGreaterThan(maxHeaderLength);
  });

  it('returns a negative number for too many stylesheets', () => {
    expect(stylesheetRoom(region, hashes(40)).further).toBeLessThan(0);
  });
});
