import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordMailing } from '../domain/desk/record-mailing.ts';
import type { Dependencies } from './compose.ts';

export const deskDiscardMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskMailingOperations.deskDiscardMailing, async (call) => {
    const { slug, seen } = call.data;
    const action = describeAction(call, 'discardMailing', { mailing: slug, before: 'draft' });
    const change = dependencies.mailings.discardDraft(slug, seen);
    await recordMailing(dependencies, action, { change });
    return {};
  });
