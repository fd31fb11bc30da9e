import { limitStore } from '../domain/limits/limit-store.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { orderFinishing } from '../domain/orders/order-finishing.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { passOnStore } from '../domain/orders/pass-on-store.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { ses } from '../platform/aws/ses.ts';
import { sqs } from '../platform/aws/sqs.ts';
import { backOff } from '../platform/back-off.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { randomSecret } from '../platform/random-secret.ts';
import { stripeAccount } from '../platform/stripe.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames(
      'IDEMPOTENCY_TABLE',
      'LIMITS_TABLE',
      'MAIL_LOG_TABLE',
      'ORDERS_TABLE',
      'REFERRALS_TABLE',
    ),
    ...resourceNames('USERS_TABLE', 'EVENT_BUS', 'LICENSE_QUEUE_URL', 'PAID_GROUP_QUEUE_URL', 'LINK_KEY_ARN'),
    ...resourceNames('SENDER_ADDRESS', 'SITE_URL', 'TEAM_ADDRESS', 'USER_POOL_ID'),
  });
  const now = () => new Date();
  const tables = dynamodb();
  const bus = { connect: eventBridge(), name: config.EVENT_BUS };
  return {
    pool: cognito(),
    openStripe: stripeAccount(),
    siteId: config.USER_POOL_ID,
    userPoolId: config.USER_POOL_ID,
    siteUrl: config.SITE_URL,
    teamAddress: config.TEAM_ADDRESS,
    limits: limitStore(tables, config.LIMITS_TABLE),
    orders: orderStore(tables, config.ORDERS_TABLE),
    passOns: passOnStore(tables, config.LIMITS_TABLE),
    referrals: referralStore(tables, config.REFERRALS_TABLE),
    users: userStore(tables, config.USERS_TABLE),
    ...orderFinishing({ bus, queues: sqs(), config }),
    send: mailOnce({ mailer: ses(), tables, config, now }),
    readLinkKey: randomSecret(config.LINK_KEY_ARN),
    now,
    pause: backOff,
  };
}
