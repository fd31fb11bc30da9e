import { describe, expect, it } from 'vitest';
import { storedArticle } from './article.ts';

const article = {
  slug: 'a-map',
  status: 'published',
  headline: 'A map',
  author: 'A',
  description: 'D',
  createdAt: '2025-05-14',
  updatedAt: '2025-05-14T12:00:00Z',
  content: [{ type: 'paragraph', content: 'Text.' }],
};
const isArticle = (changes: object) => storedArticle.safeParse({ ...article, ...changes }).success;
const paragraph = (content: string) => ({ type: 'paragraph', content });
const many = <Item>(length: number, item: Item) => Array.from({ length }, () => item);

it('is taken as it is, without spaces around its texts', () => {
  expect(storedArticle.parse({ ...article, headline: ' A map\n' })).toEqual(article);
});

describe('an article is refused', () => {
  it.each([
    ['a headline of spaces', { headline: ' \u00a0' }],
    ['a paragraph of spaces', { content: [paragraph('\u00a0')] }],
    ['a headline without an end', { headline: 'a'.repeat(201) }],
    ['an author without an end', { author: 'a'.repeat(101) }],
    ['a description without an end', { description: 'a'.repeat(501) }],
    ['an address without an end', { slug: 'a'.repeat(101) }],
    ['a paragraph without an end', { content: [paragraph('a'.repeat(10_001))] }],
    ['paragraphs without an end', { content: many(1_001, paragraph('Text.')) }],
    ['a headline of too many bytes', { headline: 'ж'.repeat(101) }],
    ['a paragraph of too many bytes', { content: [paragraph('海'.repeat(3_334))] }],
    ['a text of too many bytes', { content: many(36, paragraph('a'.repeat(10_000))) }],
    ['a name of a picture without an end', { coverImageUrl: `/media/${'a'.repeat(300)}` }],
    ['a list without an end', { content: [{ type: 'list', content: many(501, { content: 'Text.' }) }] }],
  ])('for %s', (_what, changes) => {
    expect(isArticle({})).toBe(true);
    expect(isArticle(changes)).toBe(false);
  });
});

it.each([
  ['/media/articles/a-map/1..2-480.avif', true],
  ['/media/../account', false],
  ['/media/articles/..', false],
  ['/media/./a.png', false],
  ['/media//elsewhere.example/a.png', false],
  ['/media/', false],
  ['/media/a.png?b', false],
  ['https://elsewhere.example/media/a.png', false],
])('a picture at %s: %s', (url, isTaken) => {
  expect(isArticle({ coverImageUrl: url })).toBe(isTaken);
});
