import * as deskOperations from '../../../contract/operations/desk-operations.ts';
import { withStatus } from '../../domain/articles/edit-article.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { articleRecording } from '../../wiring/article-recording.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { get, record } = articleRecording(() => new Date());

export const handler = serveDesk(deskOperations.deskUnpublishArticle, async (call) => {
  const { slug, seen } = call.data;
  const before = await get(slug);
  const action = describeAction(call, 'unpublishArticle', { slug, before: before.status });
  await record(action, { article: withStatus(before, 'draft'), before, seen });
  return {};
});
