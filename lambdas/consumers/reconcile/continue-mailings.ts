import * as events from '../../../contract/events/events.ts';
import { forgetRecipients } from '../../domain/mailings/forget-recipients.ts';
import { mailingStore } from '../../domain/mailings/mailing-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { mailingStart } from '../../wiring/mailing-start.ts';

const { MAILINGS_TABLE } = readConfig({ MAILINGS_TABLE: resourceName });
const mailings = mailingStore(dynamodb(), MAILINGS_TABLE);
const start = mailingStart();

/**
 * Removes the user ids from old mailings that are paused or sent. Continues mailings that wait for SES's quota, and those whose event or
 * message got lost.
 */
export const continueMailings = consume(events.mailingSweepDue, async () => {
  await forgetRecipients(mailings, new Date());
  for (const { slug } of await mailings.all('sending')) await start(slug);
});
