import * as deskArticleOperations from '../../contract/operations/desk-article-operations.ts';
import { seenOf } from '../domain/articles/article-versions.ts';
import { pastedArticle, previewOf, readPasted, storedVersion } from '../domain/articles/read-pasted.ts';
import type { Dependencies } from './compose.ts';

export const deskPreviewArticle = ({ articles, pictures, serveDesk }: Dependencies) =>
  serveDesk(deskArticleOperations.deskPreviewArticle, async ({ data, now }) => {
    if ('slug' in data) {
      const stored = await articles.get(data.slug);
      return { ...storedVersion(stored, now), seen: seenOf(stored) };
    }
    const written = readPasted(data.text);
    await pictures.require(written.content);
    const stored = await articles.find(written.slug);
    const article = pastedArticle(written, stored.draft?.cover ? stored.draft : stored.live);
    return { article: previewOf(article, now), seen: seenOf(stored) };
  });
