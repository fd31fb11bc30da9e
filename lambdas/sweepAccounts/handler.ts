import { randomUUID } from 'node:crypto';
import * as events from '../../contract/events/events.ts';
import { accountPool } from '../domain/accounts/account-pool.ts';
import { type SweepObserver, sweepAccounts } from '../domain/accounts/sweep-accounts.ts';
import { sweepProgressStore } from '../domain/accounts/sweep-progress.ts';
import { auditStore } from '../domain/desk/audit-store.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { licenseRequests } from '../domain/orders/request-license.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { endDeskAccessWithoutApp } from '../domain/security/desk-access.ts';
import { paidGroup } from '../domain/users/paid-group.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { sqs } from '../platform/aws/sqs.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume, consumeAll } from '../platform/consume.ts';
import { describeError, logger } from '../platform/logger.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { recordMetric } from '../platform/record-metric.ts';
import { requestId } from '../platform/request-id.ts';
import { sendMessage } from '../platform/send-message.ts';

const {
  AUDIT_TABLE,
  EVENT_BUS,
  LICENSE_ISSUER,
  LICENSE_QUEUE_URL,
  LIMITS_TABLE,
  ORDERS_TABLE,
  PAID_GROUP_QUEUE_URL,
  REFERRALS_TABLE,
  USERS_TABLE,
  USER_POOL_ID,
} = readConfig({
  AUDIT_TABLE: resourceName,
  EVENT_BUS: resourceName,
  LICENSE_ISSUER: resourceName,
  LICENSE_QUEUE_URL: resourceName,
  LIMITS_TABLE: resourceName,
  ORDERS_TABLE: resourceName,
  PAID_GROUP_QUEUE_URL: resourceName,
  REFERRALS_TABLE: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const pool = cognito();
const bus = { client: eventBridge(), name: EVENT_BUS };
const queues = sqs();
const dependencies = {
  accounts: accountPool(pool, USER_POOL_ID),
  group: paidGroup(pool, USER_POOL_ID),
  users: userStore(client, USERS_TABLE),
  referrals: referralStore(client, REFERRALS_TABLE),
  progress: sweepProgressStore(client, LIMITS_TABLE),
  requestGroupSync: (userId: string) =>
    sendMessage(queues, { queueUrl: PAID_GROUP_QUEUE_URL, group: userId, message: { userId } }),
  siteName: LICENSE_ISSUER,
  orders: orderStore(client, ORDERS_TABLE),
  requestLicense: licenseRequests(queues, LICENSE_QUEUE_URL),
  requestDeletion: (deletion: { userId: string; email: string }) =>
    publishEvent(bus, events.accountDeletionRequested, deletion),
  now: () => new Date(),
};

const recording = { audit: auditStore(client, AUDIT_TABLE), now: () => new Date() };

/** The time that is reserved at the end of a run, for the item in progress and the summary. */
const endMs = 60_000;
/** The time that is reserved for the other steps when there are many unconfirmed accounts. */
const restMs = 8 * 60_000;

const sweepRecords = consume(events.accountSweepDue, async (options, context) => {
  const swept: Record<string, number> = {};
  let failures = 0;
  const observer: SweepObserver = {
    hasTime: () => context.getRemainingTimeInMillis() > endMs,
    hasTimeForUnconfirmed: () => context.getRemainingTimeInMillis() > restMs,
    swept(result) {
      swept[result] = (swept[result] ?? 0) + 1;
    },
    deletionsWithheld() {
      recordMetric('RecordsWithoutAccount');
      logger.error('withheld all deletions of this round: too many records have no account');
    },
    failed(error) {
      failures += 1;
      logger.error('could not sweep an item', { error: describeError(error) });
    },
  };
  const summary = await sweepAccounts(dependencies, observer, options);
  logger.info('swept the accounts', { ...summary, swept, failures });
});

const sweepAdmins = consume(events.adminSweepDue, () =>
  endDeskAccessWithoutApp(pool, USER_POOL_ID, {
    async record(personId, remove) {
      const action = { actionId: randomUUID(), actorId: 'sweepAccounts', action: 'removeFromTeam' } as const;
      await recordAction(recording, { ...action, personId, requestId: requestId() ?? '' }, async () => {
        // If the run ends after the removal, no later run finds this admin, so the alarm comes first.
        recordMetric('AdminsRemoved', { userId: personId });
        await remove();
        return undefined;
      });
    },
    failed(error) {
      logger.error('could not check or remove an admin without an app', { error: describeError(error) });
    },
  }),
);

export const handler = consumeAll([sweepRecords, sweepAdmins]);
