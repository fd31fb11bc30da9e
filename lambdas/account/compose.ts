import { closedItems } from '../../contract/content/roadmap-items.ts';
import { auditStore } from '../domain/desk/audit-store.ts';
import { feedbackStore } from '../domain/feedback/feedback-store.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { mailLogStore } from '../domain/mail/mail-log-store.ts';
import { licenseRequests } from '../domain/orders/order-finishing.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { passOnStore } from '../domain/orders/pass-on-store.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { voteCounts } from '../domain/roadmap/vote-counts.ts';
import { securityStore } from '../domain/security/security-store.ts';
import { signInMethods } from '../domain/security/sign-in-methods.ts';
import { userChangeAnnouncer } from '../domain/users/announce-user-change.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { sqs } from '../platform/aws/sqs.ts';
import { type TransactionPart, writeTogether } from '../platform/conditional-write.ts';
import { flag, readConfig, resourceNames } from '../platform/config.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames('AUDIT_TABLE', 'FEEDBACK_TABLE', 'LIMITS_TABLE', 'MAIL_LOG_TABLE', 'ORDERS_TABLE'),
    ...resourceNames('REFERRALS_TABLE', 'USERS_TABLE', 'USER_POOL_ID', 'EVENT_BUS', 'LICENSE_QUEUE_URL'),
    HAS_PASSKEYS: flag,
  });
  const tables = dynamodb();
  const pool = cognito();
  const bus = { connect: eventBridge(), name: config.EVENT_BUS };
  return {
    pool,
    userPoolId: config.USER_POOL_ID,
    methodsOf: signInMethods(pool, { hasPasskeys: config.HAS_PASSKEYS }),
    audit: auditStore(tables, config.AUDIT_TABLE),
    feedback: feedbackStore(tables, config.FEEDBACK_TABLE),
    limits: limitStore(tables, config.LIMITS_TABLE),
    mails: mailLogStore(tables, config.MAIL_LOG_TABLE),
    orders: orderStore(tables, config.ORDERS_TABLE),
    passOns: passOnStore(tables, config.LIMITS_TABLE),
    referrals: referralStore(tables, config.REFERRALS_TABLE),
    security: securityStore(tables, config.USERS_TABLE),
    users: userStore(tables, config.USERS_TABLE),
    votes: voteCounts(tables, config.FEEDBACK_TABLE),
    closedItems,
    write: (parts: TransactionPart[]) => writeTogether(tables, parts),
    bus,
    announce: userChangeAnnouncer(bus),
    requestLicense: licenseRequests(sqs(), config.LICENSE_QUEUE_URL),
  };
}
