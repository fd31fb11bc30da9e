import * as deskArticleOperations from '../../contract/operations/desk-article-operations.ts';
import type { Dependencies } from './compose.ts';

export const deskArticles = ({ articles, blog, serveDesk }: Dependencies) =>
  serveDesk(deskArticleOperations.deskArticles, async ({ data: { status, cursor } }) => {
    const { record } = await blog.record.read();
    const live = new Map(record?.articles.map(({ slug, updatedAt }) => [slug, updatedAt]));
    return articles.page(status, cursor, live);
  });
