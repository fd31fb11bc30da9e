import * as deskArticleOperations from '../../../contract/operations/desk-article-operations.ts';
import { articleDesk, seenVersion } from '../../domain/articles/article-desk.ts';
import { pastedArticle, previewOf, readPasted } from '../../domain/articles/read-pasted.ts';
import { readStoredArticle } from '../../domain/articles/read-stored-article.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { ARTICLES_TABLE } = readConfig({ ARTICLES_TABLE: resourceName });
const articles = articleDesk(dynamodb(), ARTICLES_TABLE);

export const deskPreviewArticle = serveDesk(deskArticleOperations.deskPreviewArticle, async ({ data }) => {
  if ('slug' in data) {
    const stored = await articles.get(data.slug);
    return { article: previewOf(readStoredArticle(stored), new Date()), seen: seenVersion(stored) };
  }
  const written = readPasted(data.text);
  const stored = await articles.find(written.slug);
  const article = previewOf(pastedArticle(written, 'draft', stored), new Date());
  return { article, ...(stored ? { seen: seenVersion(stored) } : {}) };
});
