import * as events from '../../contract/events/events.ts';
import { unsubscribableGroups } from '../../contract/records/user.ts';
import { isWithheld } from '../domain/mail/is-withheld.ts';
import { recordReport } from '../domain/mail/record-report.ts';
import { mailingOf } from '../domain/mailings/recipient-store.ts';
import { changeUnsubscriptions } from '../domain/users/change-unsubscriptions.ts';
import { readUserByEmail } from '../domain/users/read-user-by-email.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import { recordMetric } from '../platform/record-metric.ts';
import type { Dependencies } from './compose.ts';

/**
 * SES withholds further emails to the address automatically. This also unsubscribes the account from all groups, so that these emails do not
 * resume when the team removes the address from SES's list.
 */
export const handleComplaint = ({
  userPoolId,
  publishUserChanged,
  mailings,
  pool,
  mails,
  users,
}: Dependencies) =>
  consume(events.mailComplained, async ({ mail, complaint }) => {
    const { messageId } = mail;
    const outcome = isWithheld(complaint.complaintSubType) ? 'withheld' : 'complained';
    const changed = await recordReport(mails, mail, { outcome, reportedAt: complaint.timestamp });
    if (outcome === 'withheld') {
      logger.warn('an email was withheld', { messageId });
      recordMetric('MailsWithheld', { messageId });
      return;
    }
    const mailing = changed && mailingOf(changed);
    if (mailing) await mailings.countReport(mailing, 'complained');
    for (const { emailAddress } of complaint.complainedRecipients) {
      const readUser = () => readUserByEmail(users, pool, userPoolId, emailAddress, new Date());
      const { user, changed: groups } = await changeUnsubscriptions(
        users,
        readUser,
        unsubscribableGroups,
        false,
      );
      if (user && groups.length > 0) await publishUserChanged(user.userId);
    }
    logger.warn('a recipient complained about an email', { messageId });
    recordMetric('Complaints', { messageId });
  });
