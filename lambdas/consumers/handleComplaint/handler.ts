import { events } from '../../../contract/events/events.ts';
import { unsubscribableGroups } from '../../../contract/records/user.ts';
import { isWithheld } from '../../domain/mail/is-withheld.ts';
import { changeUnsubscriptions } from '../../domain/users/change-unsubscriptions.ts';
import { readUserByEmail } from '../../domain/users/read-user-by-email.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito, dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { count } from '../../platform/count.ts';
import { logger } from '../../platform/logger.ts';

const { USERS_TABLE, USER_POOL_ID } = readConfig({ USERS_TABLE: resourceName, USER_POOL_ID: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const pool = cognito();

/**
 * SES sends nothing more to the address by itself. The account ends its mails of all groups too, so that none of them comes again when
 * somebody has asked us to let their mail through.
 */
export const handler = consume(events.mailComplained, async ({ mail: { messageId }, complaint }) => {
  if (isWithheld(complaint.complaintSubType)) {
    logger.warn('a mail was not sent', { messageId });
    count('MailsWithheld', { messageId });
    return;
  }
  for (const { emailAddress } of complaint.complainedRecipients) {
    const readUser = () => readUserByEmail(users, pool, USER_POOL_ID, emailAddress, new Date());
    await changeUnsubscriptions(users, readUser, unsubscribableGroups, false);
  }
  logger.warn('somebody complained about a mail', { messageId });
  count('Complaints', { messageId });
});
