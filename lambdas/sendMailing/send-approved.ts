import * as events from '../../contract/events/events.ts';
import { sendMailing } from '../domain/mailings/send-mailing.ts';
import { startMailing } from '../domain/mailings/start-due-mailings.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

/** Enough for a batch whose calls are slow. */
const reservedMs = 60_000;

export const sendApproved = (dependencies: Dependencies) =>
  consume(events.mailingStarted, async ({ slug }, context) => {
    const hasTime = () => context.getRemainingTimeInMillis() > reservedMs;
    const end = await sendMailing({ ...dependencies, hasTime }, slug);
    if (end === 'out of time') await startMailing(dependencies.bus, slug);
  });
