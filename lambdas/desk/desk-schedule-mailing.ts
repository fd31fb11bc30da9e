import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordMailing } from '../domain/desk/record-mailing.ts';
import { requireSchedulable } from '../domain/desk/require-schedulable.ts';
import { findMailing } from '../domain/mailings/find-mailing.ts';
import type { Dependencies } from './compose.ts';

/** The mailing is checked when it starts: until then, the admin may publish what it announces. */
export const deskScheduleMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskMailingOperations.deskScheduleMailing, async (call) => {
    const { mailings } = dependencies;
    const { slug, seen, time } = call.data;
    requireSchedulable(time, call.now);
    const { status: before } = await findMailing(mailings, slug);
    const schedule = { ...time, by: call.caller.userId };
    await recordMailing(dependencies, describeAction(call, 'scheduleMailing', { mailing: slug, before }), {
      change: mailings.schedule(slug, seen, schedule, call.now),
      after: 'scheduled',
    });
    return {};
  });
