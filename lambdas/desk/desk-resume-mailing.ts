import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordMailing } from '../domain/desk/record-mailing.ts';
import { findMailing } from '../domain/mailings/find-mailing.ts';
import { findProblem } from '../domain/mailings/find-problem.ts';
import { readPastedMailing } from '../domain/mailings/read-pasted-mailing.ts';
import { startMailing } from '../domain/mailings/start-due-mailings.ts';
import { AppError } from '../platform/app-error.ts';
import type { Dependencies } from './compose.ts';

export const deskResumeMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskMailingOperations.deskResumeMailing, async (call) => {
    const { bus, mailings } = dependencies;
    const { slug } = call.data;
    const mailing = await findMailing(mailings, slug);
    if (mailing.status === 'paused') {
      const problem = await findProblem(dependencies, readPastedMailing(slug, mailing.text));
      if (problem) throw new AppError('aborted', problem);
    }
    await recordMailing(
      dependencies,
      describeAction(call, 'resumeMailing', { mailing: slug, before: 'paused' }),
      {
        change: mailings.resume(mailing, call.now),
        after: 'sending',
        announce: () => startMailing(bus, slug),
      },
    );
    return {};
  });
