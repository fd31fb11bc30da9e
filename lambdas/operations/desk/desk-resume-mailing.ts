import * as deskMailingOperations from '../../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { findMailing } from '../../domain/mailings/find-mailing.ts';
import { mailingRecording } from '../../wiring/mailing-recording.ts';
import { mailingStart } from '../../wiring/mailing-start.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { mailings, record } = mailingRecording(() => new Date());
const start = mailingStart();

export const deskResumeMailing = serveDesk(deskMailingOperations.deskResumeMailing, async (call) => {
  const { slug } = call.data;
  const mailing = await findMailing(mailings, slug);
  await record(describeAction(call, 'resumeMailing', { mailing: slug, before: 'paused' }), {
    change: mailings.resume(mailing, new Date()),
    after: 'sending',
    announce: () => start(slug),
  });
  return {};
});
