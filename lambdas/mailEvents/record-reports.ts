import * as events from '../../contract/events/events.ts';
import { isSubscriberId } from '../../contract/records/subscriber.ts';
import { isWithheld, mailKeyOf, recordReport } from '../domain/mail/record-report.ts';
import { mailingOf } from '../domain/mailings/recipient-store.ts';
import { endSubscription } from '../domain/subscribers/subscription-store.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import { recordMetric } from '../platform/record-metric.ts';
import type { Dependencies } from './compose.ts';

/**
 * After a permanent bounce, SES withholds further emails to the address automatically. This records, logs and counts it, so that the team
 * finds an email that did not arrive. An address without an account is unsubscribed, so that it is soon removed. A temporary bounce is
 * only logged, because the next email may arrive.
 */
export const recordBounce = ({ mailings, mails, subscriptions }: Dependencies) =>
  consume(events.mailBounced, async ({ mail, bounce }) => {
    const { messageId } = mail;
    const { bounceType, bounceSubType, timestamp: reportedAt } = bounce;
    const outcome = isWithheld(bounceSubType) ? 'withheld' : 'bounced';
    const isCounted = outcome === 'bounced' && bounceType === 'Permanent';
    const key = mailKeyOf(mail);
    const slug = mailingOf(key);
    const count = slug && isCounted ? mailings.countReport(slug, 'bounced') : undefined;
    const report = { outcome, reportedAt, bounceType } as const;
    const isNew = (await recordReport(mails, mail, report, count)) !== 'repeated';
    if (bounceType === 'Permanent' && key && isSubscriberId(key.personKey))
      await endSubscription(subscriptions, key.personKey, new Date());
    logger.warn('an email did not arrive', { messageId, bounceType, bounceSubType });
    if (isNew && outcome === 'withheld') recordMetric('MailsWithheld', { messageId });
    if (isNew && isCounted) recordMetric('MailsBounced', { messageId });
  });

export const recordDelivery = ({ mails }: Dependencies) =>
  consume(events.mailDelivered, async ({ mail, delivery: { timestamp } }) => {
    await recordReport(mails, mail, { outcome: 'delivered', reportedAt: timestamp });
  });

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
