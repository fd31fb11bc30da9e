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
const picture = {
  type: 'picture',
  url: '/media/letters/spring/1.png',
  alternative: 'A map.',
  width: 800,
  height: 600,
};
const isArticle = (changes: object) => storedArticle.safeParse({ ...article, ...changes }).success;
const paragraph = (content: string) => ({ type: 'paragraph', content });
const many = <Item>(length: number, item: Item) => Array.from({ length }, () => item);

it('keeps an article and trims its texts', () => {
  expect(storedArticle.parse({ ...article, headline: ' A map\n' })).toEqual(article);
});

describe('storedArticle', () => {
  it.each([
    ['a headline with only spaces', { headline: ' \u00a0' }],
    ['a paragraph with only spaces', { content: [paragraph('\u00a0')] }],
    ['a headline that is too long', { headline: 'a'.repeat(201) }],
    ['an author that is too long', { author: 'a'.repeat(101) }],
    ['a description that is too long', { description: 'a'.repeat(501) }],
    ['a slug that is too long', { slug: 'a'.repeat(101) }],
    ['a paragraph that is too long', { content: [paragraph('a'.repeat(10_001))] }],
    ['too many paragraphs', { content: many(1_001, paragraph('Text.')) }],
    ['a headline with too many bytes', { headline: 'ж'.repeat(101) }],
    ['a paragraph with too many bytes', { content: [paragraph('海'.repeat(3_334))] }],
    ['a text with too many bytes', { content: many(36, paragraph('a'.repeat(10_000))) }],
    ['a picture name that is too long', { coverImageUrl: `/media/${'a'.repeat(300)}` }],
    ['a picture on another site', { content: [{ ...picture, url: 'https://elsewhere.example/a.png' }] }],
    ['a picture without a height', { content: [{ ...picture, height: 0 }] }],
    ['a picture with a long text', { content: [{ ...picture, alternative: 'a'.repeat(1_001) }] }],
    ['a list with too many items', { content: [{ type: 'list', content: many(501, { content: 'Text.' }) }] }],
  ])('rejects %s', (_what, changes) => {
    expect(isArticle({ content: [paragraph('Text.'), picture] })).toBe(true);
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
])('accepts a picture at %s: %s', (url, isTaken) => {
  expect(isArticle({ coverImageUrl: url })).toBe(isTaken);
});
