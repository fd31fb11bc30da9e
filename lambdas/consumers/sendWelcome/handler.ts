import * as events from '../../../contract/events/events.ts';
import { welcomeMail } from '../../domain/mail/welcome-mail.ts';
import { newUser } from '../../domain/users/new-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { linkKey } from '../../wiring/link-key.ts';
import { mailOnce } from '../../wiring/mail-once.ts';

const { SITE_URL, USERS_TABLE } = readConfig({ SITE_URL: resourceName, USERS_TABLE: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const key = linkKey();
const send = mailOnce(() => new Date());

export const handler = consume(events.userRegistered, async ({ userId, email }, context) => {
  // Mailings go to users with a record, and a user who never opens the account page has none yet.
  const user = (await users.find(userId)) ?? (await users.create(newUser(userId, email, new Date())));
  // An event may come late, after the user unsubscribed or deleted the account.
  if (!user || user.unsubscriptions.includes('updates')) return;
  const mail = welcomeMail({ userId, siteUrl: SITE_URL, linkKey: await key() });
  await send({ idempotencyKey: `welcome#${userId}`, to: email, mail, logUnder: { userId } }, context);
});
