import { events } from '../../contract/events.ts';
import { emailChangeWarning } from '../mail/account-notices.ts';
import { mailOnce } from '../mail/mail-once.ts';
import { cognito, dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { readAccount } from '../users/read-account.ts';
import { userStore } from '../users/user-store.ts';

const { SITE_URL, USERS_TABLE, USER_POOL_ID } = readConfig({
  SITE_URL: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const users = userStore(dynamodb(), USERS_TABLE);
const pool = cognito();
const send = mailOnce();

export const handler = consume(events.emailChangeRequested, async ({ userId, requestId }, context) => {
  // The record first: by now the account may have the new address. Who never came to the site has no record yet.
  const known = (await users.find(userId)) ?? (await readAccount(pool, USER_POOL_ID, userId));
  if (!known) return;
  const occasion = `emailChange#${requestId}`;
  await send({ occasion, to: known.email, mail: emailChangeWarning(SITE_URL) }, context);
});
