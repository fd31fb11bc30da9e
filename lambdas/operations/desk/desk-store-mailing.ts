import { createHash } from 'node:crypto';
import * as deskMailingOperations from '../../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { readPastedMailing } from '../../domain/mailings/read-pasted-mailing.ts';
import { requireFreeAddress } from '../../domain/mailings/require-free-address.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { mailingRecording } from '../../wiring/mailing-recording.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { ARTICLES_TABLE } = readConfig({ ARTICLES_TABLE: resourceName });
const client = dynamodb();
const { mailings, record } = mailingRecording(() => new Date());

export const deskStoreMailing = serveDesk(deskMailingOperations.deskStoreMailing, async (call) => {
  const { slug, text, seen } = call.data;
  const written = readPastedMailing(slug, text);
  await requireFreeAddress(client, ARTICLES_TABLE, written);
  const textHash = createHash('sha256').update(text).digest('hex');
  const before = seen === undefined ? undefined : 'draft';
  await record(describeAction(call, 'storeMailing', { mailing: slug, textHash, before }), {
    change: mailings.saveDraft(written, text, new Date(), seen),
    after: 'draft',
    ...(seen === undefined ? { refusal: `There is a mailing ${slug} already. Choose another name.` } : {}),
  });
  return {};
});
