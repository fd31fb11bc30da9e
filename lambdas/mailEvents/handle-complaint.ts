import * as events from '../../contract/events/events.ts';
import { unsubscribableGroups } from '../../contract/records/user.ts';
import { addressKey } from '../domain/mail/mail-log-store.ts';
import { isWithheld, mailKeyOf, recordReport } from '../domain/mail/record-report.ts';
import { mailingOf } from '../domain/mailings/recipient-store.ts';
import { endSubscription } from '../domain/subscribers/subscription-store.ts';
import { changeUnsubscriptions } from '../domain/users/change-unsubscriptions.ts';
import { readUserByEmail } from '../domain/users/read-or-create-user.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import { recordMetric } from '../platform/record-metric.ts';
import type { Dependencies } from './compose.ts';

/**
 * SES withholds further emails to the address automatically. This also unsubscribes the account, or the address without one, from all
 * groups, so that these emails do not resume when the team removes the address from SES's list.
 */
export const handleComplaint = ({
  userPoolId,
  publishUserChanged,
  mailings,
  pool,
  mails,
  subscriptions,
  users,
}: Dependencies) =>
  consume(events.mailComplained, async ({ mail, complaint }) => {
    const { messageId } = mail;
    const outcome = isWithheld(complaint.complaintSubType) ? 'withheld' : 'complained';
    const slug = mailingOf(mailKeyOf(mail));
    const count = slug && outcome === 'complained' ? mailings.countReport(slug, 'complained') : undefined;
    const report = { outcome, reportedAt: complaint.timestamp } as const;
    const isNew = (await recordReport(mails, mail, report, count)) !== 'repeated';
    if (isNew && outcome === 'complained') recordMetric('Complaints', { messageId });
    if (outcome === 'withheld') {
      if (isNew) recordMetric('MailsWithheld', { messageId });
      logger.warn('an email was withheld', { messageId });
      return;
    }
    for (const { emailAddress } of complaint.complainedRecipients) {
      await endSubscription(subscriptions, addressKey(emailAddress), new Date());
      const readUser = () => readUserByEmail(users, pool, userPoolId, emailAddress, new Date());
      const { user } = await changeUnsubscriptions(users, readUser, unsubscribableGroups, false);
      // Even if nothing changed: an earlier attempt may have failed here.
      if (user) await publishUserChanged(user.userId);
    }
    logger.warn('a recipient complained about an email', { messageId });
  });
