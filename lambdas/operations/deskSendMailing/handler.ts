import { deskOperations } from '../../../contract/operations/desk-operations.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { mailingRecording } from '../../wiring/mailing-recording.ts';
import { mailingStart } from '../../wiring/mailing-start.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { mailings, record } = mailingRecording(() => new Date());
const start = mailingStart();

export const handler = serveDesk(deskOperations.deskSendMailing, async (call) => {
  const { slug, seen, expected } = call.data;
  const approval = { approvedBy: call.caller.userId, approvedAt: new Date().toISOString(), expected };
  await record(describeAction(call, 'sendMailing', { mailing: slug, before: 'draft' }), {
    change: mailings.approve(slug, seen, approval),
    after: 'sending',
    announce: () => start(slug),
  });
  return {};
});
