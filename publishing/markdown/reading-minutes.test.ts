import { expect, test } from 'vitest';
import type { StoredSection } from '../../contract/records/article.ts';
import { readingMinutes } from './reading-minutes.ts';

const words = (count: number) => 'word '.repeat(count).trim();
const paragraph = (count: number): StoredSection => ({ type: 'paragraph', content: words(count) });

test.each([
  [0, 1],
  [1, 1],
  [220, 1],
  [221, 2],
  [2_200, 10],
])('reads %i words in %i minutes', (count, minutes) => {
  expect(readingMinutes([paragraph(count)])).toBe(minutes);
});

test('returns a minute for an article without text', () => {
  expect(readingMinutes([])).toBe(1);
});

test('does not count a picture', () => {
  const picture: StoredSection = {
    type: 'picture',
    url: '/media/a.png',
    alternative: words(1_000),
    width: 1,
    height: 1,
  };
  expect(readingMinutes([picture])).toBe(1);
});

test('counts the words of headers and list items, with any line breaks', () => {
  const content: StoredSection[] = [
    { type: 'header', level: 2, content: words(100) },
    { type: 'list', content: [{ content: words(60) }, { content: words(60).replaceAll(' ', '\n  ') }] },
  ];
  expect(readingMinutes(content)).toBe(1);
  expect(readingMinutes([...content, paragraph(1)])).toBe(2);
});
