import { expect, it } from 'vitest';
import { parseArticle } from './parse-article.ts';

const article = (slug: string, createdAt = '2025-05-14') =>
  `---\nslug: ${slug}\nheadline: H\nauthor: A\ncreatedAt: ${createdAt}\ndescription: D\n---\n\nText.\n`;

it('reads an article', () => {
  expect(parseArticle('content/blog/a-map.md', article('a-map'))).toEqual({
    slug: 'a-map',
    headline: 'H',
    author: 'A',
    createdAt: '2025-05-14',
    description: 'D',
    sections: [{ type: 'paragraph', content: ['Text.'] }],
  });
});

it('refuses a slug that is not the name of the file, since the address is made from that', () => {
  expect(() => parseArticle('content/blog/a-map.md', article('map'))).toThrow('is not named map.md');
});

it('refuses a date that is none', () => {
  expect(() => parseArticle('content/blog/a-map.md', article('a-map', 'soon'))).toThrow(
    '"soon" is not a day like 2025-06-13',
  );
});
