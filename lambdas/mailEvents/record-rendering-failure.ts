import * as events from '../../contract/events/events.ts';
import { mailKeyOf, recordReport } from '../domain/mail/record-report.ts';
import { mailingOf } from '../domain/mailings/recipient-store.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import { recordMetric } from '../platform/record-metric.ts';
import type { Dependencies } from './compose.ts';

/** Pauses the mailing, because all of its emails have the same template. */
export const recordRenderingFailure = ({ mailings, mails }: Dependencies) =>
  consume(events.mailNotRendered, async ({ mail }) => {
    const { messageId } = mail;
    await recordReport(mails, mail, {
      outcome: 'failed',
      reportedAt: new Date().toISOString(),
    });
    logger.error('the email service could not render an email', { messageId });
    // A repeated event does not change the entry, but an earlier attempt may have failed to pause the mailing.
    const slug = mailingOf(mailKeyOf(mail));
    if (slug && (await mailings.write(mailings.pause(slug, 'text'))))
      recordMetric('MailingsPaused', { slug });
  });
