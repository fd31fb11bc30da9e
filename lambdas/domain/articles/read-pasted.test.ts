import { describe, expect, it } from 'vitest';
import { type StoredArticle, storedArticle } from '../../../contract/records/article.ts';
import { pastedArticle, previewOf, readPasted, readStoredArticle } from './read-pasted.ts';

const fields = (more = '') => `---
slug: a-map
headline: A map
author: Ana
description: What it is about.
createdAt: 2026-11-25
${more}---
A paragraph with *emphasis*.
`;
const withCover = fields('cover: a-map.svg\ncoverAlternative: A coast.\n');
const stored: StoredArticle = {
  slug: 'a-map',
  headline: 'An old headline',
  author: 'Ana',
  description: 'D',
  createdAt: '2026-11-25',
  updatedAt: '2026-11-25T10:00:00.000Z',
  status: 'published',
  content: [{ type: 'paragraph', content: 'Old.' }],
  coverImageUrl: '/media/articles/a-map/1-1200.webp',
  socialImageUrl: '/media/articles/a-map/social-1.png',
  cover: {
    alternative: 'An old coast.',
    width: 1600,
    height: 900,
    pictures: [{ url: '/media/articles/a-map/1-800.webp', type: 'image/webp', width: 800 }],
  },
};

describe('readPasted', () => {
  it('names the line of a mistake', () => {
    expect(() => readPasted(fields('colour: red\n'))).toThrow('a-map.md:7: has an unknown field colour');
    expect(() => readPasted('No fields.')).toThrow('article.md:1: has no slug');
  });

  it('rejects HTML', () => {
    expect(() => readPasted(fields().replace('A paragraph', '<b>A paragraph</b>'))).toThrow('has HTML');
  });

  it.each(['../../etc/passwd', 'A Map'])('rejects the slug %s', (slug) => {
    expect(() => readPasted(fields().replace('a-map', slug))).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }),
    );
  });
});

describe('pastedArticle', () => {
  const version = (text: string, before?: StoredArticle) =>
    storedArticle.parse({
      ...pastedArticle(readPasted(text), before),
      updatedAt: stored.updatedAt,
    });

  it('keeps the pictures of the stored cover, with the text alternative of the file', () => {
    const { cover, coverImageUrl, socialImageUrl, headline } = version(withCover, stored);
    expect(headline).toBe('A map');
    expect(cover).toEqual({ ...stored.cover, alternative: 'A coast.' });
    expect([coverImageUrl, socialImageUrl]).toEqual([stored.coverImageUrl, stored.socialImageUrl]);
  });

  it('has no cover when the file has none', () => {
    expect(version(fields(), stored)).not.toHaveProperty('cover');
    expect(version(fields(), stored)).not.toHaveProperty('coverImageUrl');
  });

  it('rejects a cover without pictures, and names the command that uploads them', () => {
    expect(() => version(withCover)).toThrow('npm run article -- publish a-map.md');
  });
});

describe('previewOf', () => {
  it('returns marks as data', () => {
    const article = pastedArticle(readPasted(fields()), undefined);
    const { sections, readingMinutes } = previewOf(article, new Date('2026-11-25'));
    expect(readingMinutes).toBe(1);
    expect(sections).toEqual([
      { type: 'paragraph', content: ['A paragraph with ', { mark: 'emphasis', content: ['emphasis'] }, '.'] },
    ]);
  });
});

const item = {
  slug: 'a-map',
  headline: 'A map',
  author: 'Ana',
  description: 'What it is about.',
  createdAt: '2026-11-25',
  updatedAt: '2026-11-25T10:00:00.000Z',
  status: 'draft',
  content: [{ type: 'paragraph', content: 'Text.' }],
};

it('reads a draft as the article that it becomes', () => {
  const { updatedAt: _, ...fields } = item;
  expect(readStoredArticle({ ...item, refusal: { problems: [] } })).toEqual({
    ...fields,
    status: 'published',
  });
});

it('names the first mistake of an item that was written by hand', () => {
  expect(() => readStoredArticle({ ...item, createdAt: 'yesterday' })).toThrow(
    'The stored article has a mistake in createdAt:',
  );
});
