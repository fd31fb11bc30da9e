import * as deskArticleOperations from '../../contract/operations/desk-article-operations.ts';
import { withStatus } from '../domain/articles/edit-article.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordArticle } from '../domain/desk/record-article.ts';
import type { Dependencies } from './compose.ts';

export const deskUnpublishArticle = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskArticleOperations.deskUnpublishArticle, async (call) => {
    const { slug, seen } = call.data;
    const before = await dependencies.articles.get(slug);
    const action = describeAction(call, 'unpublishArticle', { slug, before: before.status });
    await recordArticle(dependencies, action, { article: withStatus(before, 'draft'), before, seen });
    return {};
  });
