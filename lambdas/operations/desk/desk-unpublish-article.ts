import * as deskArticleOperations from '../../../contract/operations/desk-article-operations.ts';
import { withStatus } from '../../domain/articles/edit-article.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { articleRecording } from '../../wiring/article-recording.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { get, record } = articleRecording(() => new Date());

export const deskUnpublishArticle = serveDesk(deskArticleOperations.deskUnpublishArticle, async (call) => {
  const { slug, seen } = call.data;
  const before = await get(slug);
  const action = describeAction(call, 'unpublishArticle', { slug, before: before.status });
  await record(action, { article: withStatus(before, 'draft'), before, seen });
  return {};
});
