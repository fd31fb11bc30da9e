import { events } from '../../../contract/events/events.ts';
import { mailLogStore } from '../../domain/mail/mail-log-store.ts';
import { recordReport } from '../../domain/mail/record-report.ts';
import { mailingStore } from '../../domain/mailings/mailing-store.ts';
import { mailingOf } from '../../domain/mailings/recipient-store.ts';
import { dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { count } from '../../platform/count.ts';
import { logger } from '../../platform/logger.ts';

const { MAIL_LOG_TABLE, MAILINGS_TABLE } = readConfig({
  MAIL_LOG_TABLE: resourceName,
  MAILINGS_TABLE: resourceName,
});
const client = dynamodb();
const log = mailLogStore(client, MAIL_LOG_TABLE);
const mailings = mailingStore(client, MAILINGS_TABLE);

/** Pauses the mailing, because all of its emails have the same template. */
export const handler = consume(events.mailNotRendered, async ({ mail }) => {
  const { messageId } = mail;
  const changed = await recordReport(log, mail, {
    outcome: 'failed',
    reportedAt: new Date().toISOString(),
  });
  logger.error('the email service could not render an email', { messageId });
  const slug = changed && mailingOf(changed);
  if (slug && (await mailings.write(mailings.pause(slug, 'text')))) count('MailingsPaused', { slug });
});
