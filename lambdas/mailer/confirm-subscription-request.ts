import * as events from '../../contract/events/events.ts';
import { mailboxOf } from '../../contract/rules/email-address.ts';
import { isRequestValid, subscriptionToken, unsubscribeToken } from '../domain/mail/link-token.ts';
import { addressKey } from '../domain/mail/mail-log-store.ts';
import { subscriptionConfirmation, subscriptionOfAccount } from '../domain/mail/subscription-mails.ts';
import { findConfirmedAccount } from '../domain/subscribers/merge-subscription.ts';
import { isActive } from '../domain/subscribers/subscription.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

/** The owner of an account gets an email that points to the preferences, so nobody else learns whether there is an account. */
export const confirmSubscriptionRequest = (dependencies: Dependencies) =>
  consume(events.subscriptionRequested, async ({ requestId, email, groups, ...request }, context) => {
    const { limits, pool, readLinkKey, send, siteUrl, subscriptions, userPoolId } = dependencies;
    const now = new Date();
    const requestedAt = Date.parse(request.requestedAt);
    if (!isRequestValid({ requestedAt }, now)) return;
    const mailbox = mailboxOf(email);
    const idempotencyKey = `subscription#${requestId}#${mailbox}`;
    for (const limit of ['subscriptionMail', 'subscriptionMailOfDay'] as const)
      if (!(await limits.takeOnce(limit, mailbox, idempotencyKey, now))) return;
    const userId = await findConfirmedAccount(pool, userPoolId, email);
    if (userId) {
      const mail = subscriptionOfAccount(siteUrl);
      await send({ idempotencyKey, to: email, mail, logUnder: { userId } }, context);
      return;
    }
    const linkKey = await readLinkKey();
    const subscriberId = addressKey(email);
    const isSubscribed = isActive(await subscriptions.find(subscriberId));
    const mail = subscriptionConfirmation({
      groups,
      siteUrl,
      token: subscriptionToken.sign(linkKey, { email, groups, requestedAt }),
      ...(isSubscribed && {
        ownToken: unsubscribeToken.sign(linkKey, { userId: subscriberId, group: 'all' }),
      }),
    });
    await send({ idempotencyKey, to: email, mail, logUnder: 'address' }, context);
  });
