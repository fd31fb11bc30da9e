import { expect, it } from 'vitest';
import { breakLines, breakShortened } from './break-lines.ts';

const room = (width: number, maxLines: number) => ({
  width,
  maxLines,
  measure: (line: string) => line.length,
});

it('leaves a short text on one line', () => {
  expect(breakLines('One license', room(20, 3))).toEqual(['One license']);
});

it('balances lines instead of leaving one word on the last line', () => {
  expect(breakLines('Use a structure to read, then write', room(30, 3))).toEqual([
    'Use a structure to',
    'read, then write',
  ]);
});

it('returns undefined when the lines do not fit or a word is too long', () => {
  expect(breakLines('one two three four', room(5, 3))).toBeUndefined();
  expect(breakLines('unbreakable', room(5, 3))).toBeUndefined();
});

it('shortens by whole words and removes a comma before the ellipsis', () => {
  expect(breakShortened('what, where, how long', room(12, 1))).toEqual(['what, where…']);
  expect(breakShortened('what, where, how', room(11, 1))).toEqual(['what…']);
});

it('fails for a word that is wider than a line', () => {
  expect(() => breakShortened('unbreakable', room(5, 1))).toThrow('does not fit');
});
