import * as deskMailingOperations from '../../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { mailingRecording } from '../../wiring/mailing-recording.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { mailings, record } = mailingRecording(() => new Date());

export const deskDiscardMailing = serveDesk(deskMailingOperations.deskDiscardMailing, async (call) => {
  const { slug, seen } = call.data;
  const action = describeAction(call, 'discardMailing', { mailing: slug, before: 'draft' });
  await record(action, { change: mailings.discardDraft(slug, seen) });
  return {};
});
