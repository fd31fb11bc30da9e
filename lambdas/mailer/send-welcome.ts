import * as events from '../../contract/events/events.ts';
import { welcomeMail } from '../domain/mail/account-notices.ts';
import { mergeSubscription } from '../domain/subscribers/merge-subscription.ts';
import { readUserById } from '../domain/users/read-or-create-user.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const sendWelcome = (dependencies: Dependencies) =>
  consume(events.userRegistered, async ({ userId, email }, context) => {
    const { siteUrl, userPoolId, pool, publishUserChanged, send, users } = dependencies;
    const now = new Date();
    // Mailings go to users with a record, and a user who never opens the account page has none yet.
    // An event may come late, after the user deleted the account.
    const user = await readUserById(users, pool, userPoolId, userId, now);
    if (!user) return;
    if (await mergeSubscription(dependencies, { userId, email }, now)) await publishUserChanged(userId);
    const mail = welcomeMail(siteUrl);
    await send({ idempotencyKey: `welcome#${userId}`, to: email, mail, logUnder: { userId } }, context);
  });
