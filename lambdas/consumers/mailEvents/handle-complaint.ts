import * as events from '../../../contract/events/events.ts';
import { unsubscribableGroups } from '../../../contract/records/user.ts';
import { isWithheld } from '../../domain/mail/is-withheld.ts';
import { changeUnsubscriptions } from '../../domain/users/change-unsubscriptions.ts';
import { readUserByEmail } from '../../domain/users/read-user-by-email.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { count } from '../../platform/count.ts';
import { logger } from '../../platform/logger.ts';
import { reportRecording } from '../../wiring/report-recording.ts';
import { userChangePublishing } from '../../wiring/user-change-publishing.ts';

const { USERS_TABLE, USER_POOL_ID } = readConfig({ USERS_TABLE: resourceName, USER_POOL_ID: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const { mailings, record } = reportRecording();
const pool = cognito();
const announce = userChangePublishing();

/**
 * SES withholds further emails to the address by itself. This also unsubscribes the account from all groups, so that these emails do not
 * resume when the team removes the address from SES's list.
 */
export const handleComplaint = consume(events.mailComplained, async ({ mail, complaint }) => {
  const { messageId } = mail;
  const outcome = isWithheld(complaint.complaintSubType) ? 'withheld' : 'complained';
  const mailing = await record(mail, { outcome, reportedAt: complaint.timestamp });
  if (outcome === 'withheld') {
    logger.warn('an email was withheld', { messageId });
    count('MailsWithheld', { messageId });
    return;
  }
  if (mailing) await mailings.countReport(mailing, 'complained');
  for (const { emailAddress } of complaint.complainedRecipients) {
    const readUser = () => readUserByEmail(users, pool, USER_POOL_ID, emailAddress, new Date());
    const { user, changed } = await changeUnsubscriptions(users, readUser, unsubscribableGroups, false);
    if (user && changed.length > 0) await announce(user.userId);
  }
  logger.warn('a recipient complained about an email', { messageId });
  count('Complaints', { messageId });
});
