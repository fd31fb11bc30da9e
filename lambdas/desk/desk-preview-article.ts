import * as deskArticleOperations from '../../contract/operations/desk-article-operations.ts';
import { seenVersion } from '../domain/articles/article-desk.ts';
import { pastedArticle, previewOf, readPasted } from '../domain/articles/read-pasted.ts';
import { readStoredArticle } from '../domain/articles/read-stored-article.ts';
import type { Dependencies } from './compose.ts';

export const deskPreviewArticle = ({ articles, serveDesk }: Dependencies) =>
  serveDesk(deskArticleOperations.deskPreviewArticle, async ({ data, now }) => {
    if ('slug' in data) {
      const stored = await articles.get(data.slug);
      return { article: previewOf(readStoredArticle(stored), now), seen: seenVersion(stored) };
    }
    const written = readPasted(data.text);
    const stored = await articles.find(written.slug);
    const article = previewOf(pastedArticle(written, 'draft', stored), now);
    return { article, ...(stored ? { seen: seenVersion(stored) } : {}) };
  });
