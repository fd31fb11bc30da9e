import * as deskMailingOperations from '../../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { mailingRecording } from '../../wiring/mailing-recording.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { mailings, record } = mailingRecording(() => new Date());

export const deskPauseMailing = serveDesk(deskMailingOperations.deskPauseMailing, async (call) => {
  const { slug } = call.data;
  const action = describeAction(call, 'pauseMailing', { mailing: slug, before: 'sending' });
  await record(action, { change: mailings.pause(slug, 'team'), after: 'paused' });
  return {};
});
