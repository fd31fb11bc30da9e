import { expect, it } from 'vitest';
import { readStoredArticle } from './read-stored-article.ts';

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
