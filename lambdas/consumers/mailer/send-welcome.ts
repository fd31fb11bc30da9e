import * as events from '../../../contract/events/events.ts';
import { welcomeMail } from '../../domain/mail/welcome-mail.ts';
import { readUserById } from '../../domain/users/read-user-by-id.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { linkKey } from '../../wiring/link-key.ts';
import { mailOnce } from '../../wiring/mail-once-wiring.ts';

const { SITE_URL, USERS_TABLE, USER_POOL_ID } = readConfig({
  SITE_URL: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const pool = cognito();
const users = userStore(dynamodb(), USERS_TABLE);
const key = linkKey();
const send = mailOnce(() => new Date());

export const sendWelcome = consume(events.userRegistered, async ({ userId, email }, context) => {
  // Mailings go to users with a record, and a user who never opens the account page has none yet.
  // An event may come late, after the user unsubscribed or deleted the account.
  const user = await readUserById(users, pool, USER_POOL_ID, userId, new Date());
  if (!user || user.unsubscriptions.includes('updates')) return;
  const mail = welcomeMail({ userId, siteUrl: SITE_URL, linkKey: await key() });
  await send({ idempotencyKey: `welcome#${userId}`, to: email, mail, logUnder: { userId } }, context);
});
