import * as events from '../../contract/events/events.ts';
import { welcomeMail } from '../domain/mail/welcome-mail.ts';
import { readUserById } from '../domain/users/read-user-by-id.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const sendWelcome = ({ siteUrl, userPoolId, pool, send, users }: Dependencies) =>
  consume(events.userRegistered, async ({ userId, email }, context) => {
    // Mailings go to users with a record, and a user who never opens the account page has none yet.
    // An event may come late, after the user deleted the account.
    const user = await readUserById(users, pool, userPoolId, userId, new Date());
    if (!user) return;
    const mail = welcomeMail(siteUrl);
    await send({ idempotencyKey: `welcome#${userId}`, to: email, mail, logUnder: { userId } }, context);
  });
