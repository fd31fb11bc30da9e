import { events } from '../../contract/events.ts';
import { emailChangeWarning } from '../mail/account-notices.ts';
import { mailOnce } from '../mail/mail-once.ts';
import { dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { userStore } from '../users/user-store.ts';

const { SITE_URL, USERS_TABLE } = readConfig({ SITE_URL: resourceName, USERS_TABLE: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const send = mailOnce();

export const handler = consume(events.emailChangeRequested, async ({ userId, requestId }, context) => {
  const user = await users.find(userId);
  if (!user) return;
  const occasion = `emailChange#${requestId}`;
  await send({ occasion, to: user.email, mail: emailChangeWarning(SITE_URL) }, context);
});
