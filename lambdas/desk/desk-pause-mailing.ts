import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordMailing } from '../domain/desk/record-mailing.ts';
import type { Dependencies } from './compose.ts';

export const deskPauseMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskMailingOperations.deskPauseMailing, async (call) => {
    const { slug } = call.data;
    const action = describeAction(call, 'pauseMailing', { mailing: slug, before: 'sending' });
    const change = dependencies.mailings.pause(slug, 'team');
    await recordMailing(dependencies, action, { change, after: 'paused' });
    return {};
  });
