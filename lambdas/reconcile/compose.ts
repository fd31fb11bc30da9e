import { auditStore } from '../domain/desk/audit-store.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { orderFinishing } from '../domain/orders/order-finishing.ts';
import { orderLists } from '../domain/orders/order-lists.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { securityStore } from '../domain/security/security-store.ts';
import { paidGroup } from '../domain/users/paid-group.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { ses } from '../platform/aws/ses.ts';
import { sqs } from '../platform/aws/sqs.ts';
import { backOff } from '../platform/back-off.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { stripeAccount } from '../platform/stripe.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames('AUDIT_TABLE', 'IDEMPOTENCY_TABLE', 'LIMITS_TABLE', 'MAIL_LOG_TABLE', 'MAILINGS_TABLE'),
    ...resourceNames('ORDERS_TABLE', 'REFERRALS_TABLE', 'USERS_TABLE', 'EVENT_BUS', 'LICENSE_QUEUE_URL'),
    ...resourceNames('PAID_GROUP_QUEUE_URL', 'SENDER_ADDRESS', 'SITE_URL', 'TEAM_ADDRESS', 'USER_POOL_ID'),
  });
  const now = () => new Date();
  const tables = dynamodb();
  const bus = { connect: eventBridge(), name: config.EVENT_BUS };
  return {
    tables,
    limitsTable: config.LIMITS_TABLE,
    group: paidGroup(cognito(), config.USER_POOL_ID),
    openStripe: stripeAccount(),
    siteId: config.USER_POOL_ID,
    siteUrl: config.SITE_URL,
    teamAddress: config.TEAM_ADDRESS,
    audit: auditStore(tables, config.AUDIT_TABLE),
    mailings: mailingStore(tables, config.MAILINGS_TABLE),
    orders: orderStore(tables, config.ORDERS_TABLE),
    orderLists: orderLists(tables, config.ORDERS_TABLE),
    referrals: referralStore(tables, config.REFERRALS_TABLE),
    security: securityStore(tables, config.USERS_TABLE),
    users: userStore(tables, config.USERS_TABLE),
    bus,
    ...orderFinishing({ bus, queues: sqs(), config }),
    send: mailOnce({ mailer: ses(), tables, config, now }),
    now,
    pause: backOff,
  };
}
