import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordMailing } from '../domain/desk/record-mailing.ts';
import type { Dependencies } from './compose.ts';

export const deskUnscheduleMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskMailingOperations.deskUnscheduleMailing, async (call) => {
    const { slug, seen } = call.data;
    await recordMailing(
      dependencies,
      describeAction(call, 'unscheduleMailing', { mailing: slug, before: 'scheduled' }),
      { change: dependencies.mailings.unschedule(slug, seen, call.now), after: 'draft' },
    );
    return {};
  });
