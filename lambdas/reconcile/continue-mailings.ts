import * as events from '../../contract/events/events.ts';
import { forgetRecipients } from '../domain/mailings/forget-recipients.ts';
import { startMailing } from '../domain/mailings/start-mailing.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

/**
 * Removes the user ids from old mailings that are paused or sent. Continues mailings that wait for SES's quota, and those whose event or
 * message got lost.
 */
export const continueMailings = ({ bus, mailings, now }: Dependencies) =>
  consume(events.mailingSweepDue, async () => {
    await forgetRecipients(mailings, now());
    for (const { slug } of await mailings.all('sending')) await startMailing(bus, slug);
  });
