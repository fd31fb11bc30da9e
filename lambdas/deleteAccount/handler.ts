import { setTimeout as wait } from 'node:timers/promises';
import * as events from '../../contract/events/events.ts';
import { accountPool } from '../domain/accounts/account-pool.ts';
import { deleteAccount } from '../domain/accounts/delete-account.ts';
import { feedbackStore } from '../domain/feedback/feedback-store.ts';
import { goodbyeMail } from '../domain/mail/account-notices.ts';
import { addressKey, mailLogStore } from '../domain/mail/mail-log-store.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { mailingOf } from '../domain/mailings/recipient-store.ts';
import { expireCheckout } from '../domain/orders/open-checkout.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { passOnStore } from '../domain/orders/pass-on-store.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { voteCounts } from '../domain/roadmap/vote-counts.ts';
import { deleted } from '../domain/subscribers/subscription.ts';
import { subscriptionStore } from '../domain/subscribers/subscription-store.ts';
import { userChangePublisher } from '../domain/users/announce-user-change.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { ses } from '../platform/aws/ses.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { describeError, logger } from '../platform/logger.ts';
import { stripeAccount } from '../platform/stripe.ts';

const config = readConfig({
  ...resourceNames(
    'LIMITS_TABLE',
    'FEEDBACK_TABLE',
    'IDEMPOTENCY_TABLE',
    'MAIL_LOG_TABLE',
    'MAILINGS_TABLE',
    'ORDERS_TABLE',
  ),
  ...resourceNames(
    'REFERRALS_TABLE',
    'SUBSCRIBERS_TABLE',
    'USERS_TABLE',
    'EVENT_BUS',
    'SENDER_ADDRESS',
    'SITE_URL',
    'USER_POOL_ID',
  ),
});
const tables = dynamodb();
const users = userStore(tables, config.USERS_TABLE);
const feedback = feedbackStore(tables, config.FEEDBACK_TABLE);
const votes = voteCounts(tables, config.FEEDBACK_TABLE);
const orders = orderStore(tables, config.ORDERS_TABLE);
const offers = passOnStore(tables, config.LIMITS_TABLE);
const referrals = referralStore(tables, config.REFERRALS_TABLE);
const mails = mailLogStore(tables, config.MAIL_LOG_TABLE);
const subscriptions = subscriptionStore(tables, config.SUBSCRIBERS_TABLE);
const mailings = mailingStore(tables, config.MAILINGS_TABLE);
const accounts = accountPool(cognito(), config.USER_POOL_ID);
const stripe = stripeAccount();
const publishChange = userChangePublisher({ connect: eventBridge(), name: config.EVENT_BUS });
const send = mailOnce({ mailer: ses(), tables, config, now: () => new Date() });

/** Best effort: an outage of Stripe must not keep a person's data. `settleOrder` refunds what is paid without an account. */
async function closeCheckout(sessionId: string): Promise<void> {
  try {
    await expireCheckout(await stripe(), sessionId);
  } catch (error) {
    logger.warn('could not expire a checkout', { sessionId, error: describeError(error) });
  }
}

/** The indexes lag less than a second, and nearly always much less. */
const letIndexesFollow = () => wait(1_000);

export const handler = consume(events.accountDeletionRequested, async ({ userId, email }, context) => {
  const sayGoodbye = () =>
    send(
      {
        idempotencyKey: `goodbye#${userId}`,
        to: email,
        mail: goodbyeMail(config.SITE_URL),
        logUnder: 'nobody',
      },
      context,
    );
  const dependencies = {
    removeSignIn: accounts.remove,
    closeCheckout,
    users,
    votes,
    feedback,
    orders,
    offers,
    referrals,
    letIndexesFollow,
    async forgetMails() {
      await subscriptions.change(addressKey(email), (current) => deleted(current, new Date()));
      await mails.forget({ userId, email }, async (key) => {
        const mailing = mailingOf(key);
        if (mailing) await mailings.forget(mailing, key.personKey);
      });
    },
    sayGoodbye,
    now: new Date(),
  };
  await deleteAccount(dependencies, userId);
  // Pages on other devices then find that the sign-in has ended.
  await publishChange(userId);
});
