import { expect, test } from 'vitest';
import { randomText } from './random-text.ts';

test('has the length asked for, and nothing but the alphabet, all of it', () => {
  const text = randomText('abc', 1000);
  expect(text).toMatch(/^[abc]{1000}$/);
  expect(new Set(text)).toEqual(new Set('abc'));
});

test('is another one each time', () => {
  const texts = Array.from({ length: 1000 }, () => randomText('abcdefghijklmnop', 12));
  expect(new Set(texts).size).toBe(texts.length);
});
