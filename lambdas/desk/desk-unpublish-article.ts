import * as deskArticleOperations from '../../contract/operations/desk-article-operations.ts';
import { articleWrites } from '../domain/articles/article-versions.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordArticle } from '../domain/desk/record-article.ts';
import type { Dependencies } from './compose.ts';

export const deskUnpublishArticle = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskArticleOperations.deskUnpublishArticle, async (call) => {
    const { slug, seen } = call.data;
    const { articles } = dependencies;
    const current = await articles.get(slug);
    const action = describeAction(call, 'unpublishArticle', { slug, before: current.live?.status });
    const writes = (at: Date) => articleWrites(articles.tableName, current).unpublish(slug, seen, at);
    await recordArticle(dependencies, action, { slug, writes, after: 'draft', isPublic: true });
    return {};
  });
