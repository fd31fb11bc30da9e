import { auditStore } from '../domain/desk/audit-store.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { flag, priceIds, readConfig, resourceNames } from '../platform/config.ts';
import { stripeAccount } from '../platform/stripe.ts';
import { deskServer } from './serve-desk.ts';

export type Desk = ReturnType<typeof compose>;

/** The dependencies of every group of operations. Each group's file adds its own to them. */
export function compose() {
  const config = readConfig({
    ...resourceNames('ARTICLES_TABLE', 'AUDIT_TABLE', 'CODES_TABLE', 'DOWNLOADS_TABLE', 'FEEDBACK_TABLE'),
    ...resourceNames('IDEMPOTENCY_TABLE', 'LIMITS_TABLE', 'MAIL_LOG_TABLE', 'MAILINGS_TABLE', 'ORDERS_TABLE'),
    ...resourceNames('PROBLEMS_TABLE', 'REFERRALS_TABLE', 'SUBSCRIBERS_TABLE', 'USERS_TABLE'),
    ...resourceNames('BUILDS_BUCKET', 'MEDIA_BUCKET', 'SITE_BUCKET', 'EVENT_BUS'),
    ...resourceNames('LICENSE_QUEUE_URL', 'PAID_GROUP_QUEUE_URL', 'LINK_KEY_ARN', 'METRICS_NAMESPACE'),
    ...resourceNames('SENDER_ADDRESS', 'SITE_URL', 'USER_POOL_CLIENT_ID', 'USER_POOL_ID'),
    HAS_PASSKEYS: flag,
    PRICE_IDS: priceIds,
  });
  const tables = dynamodb();
  const pool = cognito();
  return {
    config,
    tables,
    pool,
    userPoolId: config.USER_POOL_ID,
    usersTable: config.USERS_TABLE,
    serveDesk: deskServer(pool),
    audit: auditStore(tables, config.AUDIT_TABLE),
    bus: { connect: eventBridge(), name: config.EVENT_BUS },
    orders: orderStore(tables, config.ORDERS_TABLE),
    /** Resolves to a client with the current key. */
    openStripe: stripeAccount(),
    users: userStore(tables, config.USERS_TABLE),
    now: () => new Date(),
  };
}
