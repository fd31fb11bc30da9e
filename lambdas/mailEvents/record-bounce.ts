import * as events from '../../contract/events/events.ts';
import { isWithheld } from '../domain/mail/is-withheld.ts';
import { recordReport } from '../domain/mail/record-report.ts';
import { mailingOf } from '../domain/mailings/recipient-store.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import { recordMetric } from '../platform/record-metric.ts';
import type { Dependencies } from './compose.ts';

/**
 * After a permanent bounce, SES withholds further emails to the address automatically. This records, logs and counts it, so that the team finds an email
 * that did not arrive. A temporary bounce is only logged, because the next email may arrive.
 */
export const recordBounce = ({ mailings, mails }: Dependencies) =>
  consume(events.mailBounced, async ({ mail, bounce }) => {
    const { messageId } = mail;
    const { bounceType, bounceSubType, timestamp: reportedAt } = bounce;
    const outcome = isWithheld(bounceSubType) ? 'withheld' : 'bounced';
    const changed = await recordReport(mails, mail, { outcome, reportedAt, bounceType });
    logger.warn('an email did not arrive', { messageId, bounceType, bounceSubType });
    if (outcome === 'withheld') recordMetric('MailsWithheld', { messageId });
    else if (bounceType === 'Permanent') {
      recordMetric('MailsBounced', { messageId });
      const mailing = changed && mailingOf(changed);
      if (mailing) await mailings.countReport(mailing, 'bounced');
    }
  });
