import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordMailing } from '../domain/desk/record-mailing.ts';
import { requireSendable } from '../domain/mailings/require-sendable.ts';
import { startMailing } from '../domain/mailings/start-due-mailings.ts';
import type { Dependencies } from './compose.ts';

export const deskSendMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskMailingOperations.deskSendMailing, async (call) => {
    const { bus, mailings } = dependencies;
    const { slug, seen, expected } = call.data;
    const mailing = await mailings.find(slug);
    // A repeated request must not be refused after the first one has started the mailing.
    if (mailing?.status === 'draft') await requireSendable(dependencies, mailing);
    const approval = { approvedBy: call.caller.userId, approvedAt: call.now.toISOString(), expected };
    await recordMailing(
      dependencies,
      describeAction(call, 'sendMailing', { mailing: slug, before: 'draft' }),
      {
        change: mailings.approve(slug, seen, approval),
        after: 'sending',
        announce: () => startMailing(bus, slug),
      },
    );
    return {};
  });
