import * as events from '../../contract/events/events.ts';
import { accountPool } from '../domain/accounts/account-pool.ts';
import { sweepProgressStore } from '../domain/accounts/sweep-progress.ts';
import { auditStore } from '../domain/desk/audit-store.ts';
import { groupSyncRequests, licenseRequests } from '../domain/orders/order-finishing.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { paidGroup } from '../domain/users/paid-group.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { sqs } from '../platform/aws/sqs.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { publishEvent } from '../platform/publish-event.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames('AUDIT_TABLE', 'LIMITS_TABLE', 'ORDERS_TABLE', 'REFERRALS_TABLE', 'USERS_TABLE'),
    ...resourceNames('EVENT_BUS', 'LICENSE_ISSUER', 'LICENSE_QUEUE_URL', 'PAID_GROUP_QUEUE_URL'),
    ...resourceNames('USER_POOL_ID'),
  });
  const tables = dynamodb();
  const pool = cognito();
  const bus = { connect: eventBridge(), name: config.EVENT_BUS };
  const queues = sqs();
  return {
    pool,
    userPoolId: config.USER_POOL_ID,
    siteName: config.LICENSE_ISSUER,
    accounts: accountPool(pool, config.USER_POOL_ID),
    group: paidGroup(pool, config.USER_POOL_ID),
    audit: auditStore(tables, config.AUDIT_TABLE),
    orders: orderStore(tables, config.ORDERS_TABLE),
    progress: sweepProgressStore(tables, config.LIMITS_TABLE),
    referrals: referralStore(tables, config.REFERRALS_TABLE),
    users: userStore(tables, config.USERS_TABLE),
    requestGroupSync: groupSyncRequests(queues, config.PAID_GROUP_QUEUE_URL),
    requestLicense: licenseRequests(queues, config.LICENSE_QUEUE_URL),
    requestDeletion: (deletion: { userId: string; email: string }) =>
      publishEvent(bus, events.accountDeletionRequested, deletion),
    now: () => new Date(),
  };
}
