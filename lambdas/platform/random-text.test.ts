import { expect, test } from 'vitest';
import { randomText } from './random-text.ts';

test('has the requested length and uses the whole alphabet and nothing else', () => {
  const text = randomText('abc', 1000);
  expect(text).toMatch(/^[abc]{1000}$/);
  expect(new Set(text)).toEqual(new Set('abc'));
});

test('differs each time', () => {
  const texts = Array.from({ length: 1000 }, () => randomText('abcdefghijklmnop', 12));
  expect(new Set(texts).size).toBe(texts.length);
});
