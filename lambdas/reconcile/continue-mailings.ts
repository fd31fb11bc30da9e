import * as events from '../../contract/events/events.ts';
import { forgetRecipients } from '../domain/mailings/forget-recipients.ts';
import { startMailing } from '../domain/mailings/start-due-mailings.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

/**
 * Continues mailings that wait for SES's quota, and those whose event or message got lost. Then removes the user ids from old mailings
 * that are paused or sent.
 */
export const continueMailings = ({ bus, mailings, now }: Dependencies) =>
  consume(events.mailingSweepDue, async () => {
    for (const { slug } of await mailings.all('sending')) await startMailing(bus, slug);
    await forgetRecipients(mailings, now());
  });
