import * as events from '../../contract/events/events.ts';
import { recordReport } from '../domain/mail/record-report.ts';
import { mailingOf } from '../domain/mailings/recipient-store.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import { recordMetric } from '../platform/record-metric.ts';
import type { Dependencies } from './compose.ts';

/** Pauses the mailing, because all of its emails have the same template. */
export const recordRenderingFailure = ({ mailings, mails }: Dependencies) =>
  consume(events.mailNotRendered, async ({ mail }) => {
    const { messageId } = mail;
    const changed = await recordReport(mails, mail, {
      outcome: 'failed',
      reportedAt: new Date().toISOString(),
    });
    logger.error('the email service could not render an email', { messageId });
    const slug = changed && mailingOf(changed);
    if (slug && (await mailings.write(mailings.pause(slug, 'text'))))
      recordMetric('MailingsPaused', { slug });
  });
