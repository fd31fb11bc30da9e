import { setTimeout as wait } from 'node:timers/promises';
import * as events from '../../../contract/events/events.ts';
import { accountPool } from '../../domain/accounts/account-pool.ts';
import { deleteAccount } from '../../domain/accounts/delete-account.ts';
import { feedbackStore } from '../../domain/feedback/feedback-store.ts';
import { goodbyeMail } from '../../domain/mail/account-notices.ts';
import { mailLogStore } from '../../domain/mail/mail-log-store.ts';
import { mailingStore } from '../../domain/mailings/mailing-store.ts';
import { mailingOf } from '../../domain/mailings/recipient-store.ts';
import { expireCheckout } from '../../domain/orders/expire-checkout.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { referralStore } from '../../domain/referrals/referral-store.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { describeError, logger } from '../../platform/logger.ts';
import { stripeAccount } from '../../platform/stripe.ts';
import { mailOnce } from '../../wiring/mail-once-wiring.ts';
import { userChangePublishing } from '../../wiring/user-change-publishing.ts';

const {
  FEEDBACK_TABLE,
  MAIL_LOG_TABLE,
  MAILINGS_TABLE,
  ORDERS_TABLE,
  REFERRALS_TABLE,
  SITE_URL,
  USERS_TABLE,
  USER_POOL_ID,
} = readConfig({
  FEEDBACK_TABLE: resourceName,
  MAIL_LOG_TABLE: resourceName,
  MAILINGS_TABLE: resourceName,
  ORDERS_TABLE: resourceName,
  REFERRALS_TABLE: resourceName,
  SITE_URL: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const users = userStore(client, USERS_TABLE);
const feedback = feedbackStore(client, FEEDBACK_TABLE);
const orders = orderStore(client, ORDERS_TABLE);
const referrals = referralStore(client, REFERRALS_TABLE);
const mails = mailLogStore(client, MAIL_LOG_TABLE);
const mailings = mailingStore(client, MAILINGS_TABLE);
const accounts = accountPool(cognito(), USER_POOL_ID);
const stripe = stripeAccount();
const publishChange = userChangePublishing();
const send = mailOnce(() => new Date());

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
      { idempotencyKey: `goodbye#${userId}`, to: email, mail: goodbyeMail(SITE_URL), logUnder: 'nobody' },
      context,
    );
  const dependencies = {
    removeSignIn: accounts.remove,
    closeCheckout,
    users,
    feedback,
    orders,
    referrals,
    letIndexesFollow,
    forgetMails: () =>
      mails.forget({ userId, email }, async (key) => {
        const mailing = mailingOf(key);
        if (mailing) await mailings.forget(mailing, userId);
      }),
    sayGoodbye,
    now: new Date(),
  };
  await deleteAccount(dependencies, userId);
  // Pages on other devices then find that the sign-in has ended.
  await publishChange(userId);
});
