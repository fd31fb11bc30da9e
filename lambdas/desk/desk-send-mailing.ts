import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordMailing } from '../domain/desk/record-mailing.ts';
import { requireFreeAddress } from '../domain/mailings/require-free-address.ts';
import { startMailing } from '../domain/mailings/start-mailing.ts';
import type { Dependencies } from './compose.ts';

export const deskSendMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskMailingOperations.deskSendMailing, async (call) => {
    const { articlesTable, bus, mailings, tables } = dependencies;
    const { slug, seen, expected } = call.data;
    const mailing = await mailings.find(slug);
    if (mailing) await requireFreeAddress(tables, articlesTable, mailing);
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
