import * as events from '../../../contract/events/events.ts';
import { forgetRecipients } from '../../domain/mailings/forget-recipients.ts';
import { mailingStore } from '../../domain/mailings/mailing-store.ts';
import { startMailing } from '../../domain/mailings/start-mailing.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';

const { EVENT_BUS, MAILINGS_TABLE } = readConfig({ EVENT_BUS: resourceName, MAILINGS_TABLE: resourceName });
const mailings = mailingStore(dynamodb(), MAILINGS_TABLE);
const bus = { client: eventBridge(), name: EVENT_BUS };

/**
 * Removes the user ids from old mailings that are paused or sent. Continues mailings that wait for SES's quota, and those whose event or
 * message got lost.
 */
export const handler = consume(events.mailingSweepDue, async () => {
  await forgetRecipients(mailings, new Date());
  for (const { slug } of await mailings.all('sending')) await startMailing(bus, slug);
});
