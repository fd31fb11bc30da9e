import { createHash } from 'node:crypto';
import { deskOperations } from '../../../contract/operations/desk-operations.ts';
import { pastedArticle, readPasted } from '../../domain/articles/read-pasted.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { articleRecording } from '../../wiring/article-recording.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { find, record } = articleRecording(() => new Date());

export const handler = serveDesk(deskOperations.deskStoreArticle, async (call) => {
  const { text, status, seen } = call.data;
  const written = readPasted(text);
  const { slug } = written;
  const before = await find(slug);
  const textHash = createHash('sha256').update(text).digest('hex');
  const action = describeAction(call, 'storeArticle', { slug, textHash, before: before?.status });
  await record(action, { article: pastedArticle(written, status, before), before, seen });
  return { slug };
});
