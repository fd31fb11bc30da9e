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
    const slug = mailingOf(mailKeyOf(mail));
    const pause = slug ? mailings.pause(slug, 'text') : undefined;
    const report = { outcome: 'failed', reportedAt: new Date().toISOString() } as const;
    // Together, so that a repeated event does not pause a mailing that was resumed.
    const result = await recordReport(mails, mail, report, pause);
    logger.error('the email service could not render an email', { messageId });
    if (slug && result === 'recordedWithChange') recordMetric('MailingsPaused', { slug });
  });
