import { describe, expect, it } from 'vitest';
import { seenArticle } from './desk-articles.ts';

describe('seenArticle', () => {
  it.each(['2026-11-25T10:00:00.000Z', '', 0, -1.5, 1e-130, Number.MAX_SAFE_INTEGER, true, null])(
    'accepts %j, which an item may have as its version',
    (updatedAt) => {
      expect(seenArticle.safeParse({ updatedAt }).success).toBe(true);
    },
  );

  it.each([2 ** 53, -(2 ** 53), 1e308, 5e-324, 1e-131])(
    'rejects %d, which the database cannot compare',
    (updatedAt) => {
      expect(seenArticle.safeParse({ updatedAt }).success).toBe(false);
    },
  );
});
