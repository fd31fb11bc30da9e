import { deskOperations } from '../../../contract/operations/desk-operations.ts';
import { asDraft } from '../../domain/articles/edit-article.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { AppError } from '../../platform/app-error.ts';
import { articleRecording } from '../../wiring/article-recording.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { find, record } = articleRecording(() => new Date());

export const handler = serveDesk(deskOperations.deskUnpublishArticle, async (call) => {
  const { slug, seen } = call.data;
  const before = await find(slug);
  if (!before) throw new AppError('not-found', 'This article does not exist. Load the list again.');
  const action = describeAction(call, 'unpublishArticle', { slug, before: before.status });
  await record(action, { article: asDraft(before), before, seen });
  return {};
});
