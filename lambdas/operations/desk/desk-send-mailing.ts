import * as deskMailingOperations from '../../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { requireFreeAddress } from '../../domain/mailings/require-free-address.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { mailingRecording } from '../../wiring/mailing-recording.ts';
import { mailingStart } from '../../wiring/mailing-start.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { ARTICLES_TABLE } = readConfig({ ARTICLES_TABLE: resourceName });
const client = dynamodb();
const { mailings, record } = mailingRecording(() => new Date());
const start = mailingStart();

export const deskSendMailing = serveDesk(deskMailingOperations.deskSendMailing, async (call) => {
  const { slug, seen, expected } = call.data;
  const mailing = await mailings.find(slug);
  if (mailing) await requireFreeAddress(client, ARTICLES_TABLE, mailing);
  const approval = { approvedBy: call.caller.userId, approvedAt: new Date().toISOString(), expected };
  await record(describeAction(call, 'sendMailing', { mailing: slug, before: 'draft' }), {
    change: mailings.approve(slug, seen, approval),
    after: 'sending',
    announce: () => start(slug),
  });
  return {};
});
