import { setTimeout as wait } from 'node:timers/promises';
import * as events from '../../../contract/events/events.ts';
import { sendMailing } from '../../domain/mailings/send-mailing.ts';
import { consume } from '../../platform/consume.ts';
import { mailingDependencies } from '../../wiring/mailing-dependencies.ts';
import { mailingStart } from '../../wiring/mailing-start.ts';

const dependencies = mailingDependencies({ now: () => new Date(), wait });
const startAgain = mailingStart();

/** Enough for a batch whose calls are slow. */
const reservedMs = 60_000;

export const handler = consume(events.mailingStarted, async ({ slug }, context) => {
  const hasTime = () => context.getRemainingTimeInMillis() > reservedMs;
  const end = await sendMailing({ ...dependencies, hasTime }, slug);
  if (end === 'out of time') await startAgain(slug);
});
