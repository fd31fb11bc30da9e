import { codeStore } from '../domain/codes/code-store.ts';
import { auditStore } from '../domain/desk/audit-store.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { orderFinishing } from '../domain/orders/order-finishing.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { passOnStore } from '../domain/orders/pass-on-store.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { sqs } from '../platform/aws/sqs.ts';
import { backOff } from '../platform/back-off.ts';
import { priceIds, readConfig, resourceNames, salesTax } from '../platform/config.ts';
import { randomSecret } from '../platform/random-secret.ts';
import { stripeAccount } from '../platform/stripe.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames(
      'AUDIT_TABLE',
      'CODES_TABLE',
      'LIMITS_TABLE',
      'ORDERS_TABLE',
      'REFERRALS_TABLE',
      'USERS_TABLE',
    ),
    ...resourceNames(
      'EVENT_BUS',
      'LICENSE_QUEUE_URL',
      'LINK_KEY_ARN',
      'PAID_GROUP_QUEUE_URL',
      'SITE_URL',
      'USER_POOL_ID',
    ),
    PRICE_IDS: priceIds,
    SALES_TAX: salesTax,
  });
  const tables = dynamodb();
  const bus = { connect: eventBridge(), name: config.EVENT_BUS };
  return {
    pool: cognito(),
    /** Resolves to a client with the current key. */
    openStripe: stripeAccount(),
    siteId: config.USER_POOL_ID,
    siteUrl: config.SITE_URL,
    priceIds: config.PRICE_IDS,
    salesTax: config.SALES_TAX,
    audit: auditStore(tables, config.AUDIT_TABLE),
    codes: codeStore(tables, config.CODES_TABLE),
    limits: limitStore(tables, config.LIMITS_TABLE),
    orders: orderStore(tables, config.ORDERS_TABLE),
    passOns: passOnStore(tables, config.LIMITS_TABLE),
    referrals: referralStore(tables, config.REFERRALS_TABLE),
    users: userStore(tables, config.USERS_TABLE),
    bus,
    ...orderFinishing({
      bus,
      queues: sqs(),
      config,
    }),
    readLinkKey: randomSecret(config.LINK_KEY_ARN),
    now: () => new Date(),
    pause: backOff,
  };
}
