import * as deskArticleOperations from '../../contract/operations/desk-article-operations.ts';
import { articleWrites } from '../domain/articles/article-versions.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordArticle } from '../domain/desk/record-article.ts';
import type { Dependencies } from './compose.ts';

export const deskDiscardArticle = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskArticleOperations.deskDiscardArticle, async (call) => {
    const { slug, seen } = call.data;
    const { articles } = dependencies;
    const current = await articles.find(slug);
    const action = describeAction(call, 'discardArticle', { slug, before: 'draft' });
    const writes = () => articleWrites(articles.tableName, current).discardDraft(slug, seen);
    await recordArticle(dependencies, action, { slug, writes, isPublic: false });
    return {};
  });
