import { storedArticle } from '../../../contract/records/article.ts';
import { AppError } from '../../platform/app-error.ts';
import type { EditedArticle } from './edit-article.ts';

/**
 * An article as it is stored, to show or to publish it. Somebody may have written the item by hand.
 * @throws AppError `invalid-argument` with the first mistake
 */
export function readStoredArticle(item: unknown): EditedArticle {
  const { data: article, error } = storedArticle.safeParse(item);
  if (article) {
    const { updatedAt: _, ...fields } = article;
    return { ...fields, status: 'published' };
  }
  const [{ path, message } = { path: [], message: 'is not an article' }] = error.issues;
  throw new AppError(
    'invalid-argument',
    `The stored article has a mistake in ${path.join('.') || 'the item'}: ${message}. Paste its text to replace it.`,
  );
}
