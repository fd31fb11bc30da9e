import { dynamodb, eventBridge, sqs } from '../../platform/aws.ts';
import { backOff } from '../../platform/back-off.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { sendMessage } from '../../platform/send-message.ts';
import { stripeAccount } from '../../platform/stripe.ts';
import { referralStore } from '../referrals/referral-store.ts';
import { userStore } from '../users/user-store.ts';
import { orderStore } from './order-store.ts';
import { licenseRequests } from './request-license.ts';
import type { SettlementDependencies } from './settle-order.ts';

/** The dependencies of every function that settles orders. */
export function orderSettlement(now: () => Date): () => Promise<SettlementDependencies> {
  const {
    EVENT_BUS,
    LICENSE_QUEUE_URL,
    ORDERS_TABLE,
    PAID_GROUP_QUEUE_URL,
    REFERRALS_TABLE,
    SITE_URL,
    USER_POOL_ID,
    USERS_TABLE,
  } = readConfig({
    EVENT_BUS: resourceName,
    LICENSE_QUEUE_URL: resourceName,
    ORDERS_TABLE: resourceName,
    PAID_GROUP_QUEUE_URL: resourceName,
    REFERRALS_TABLE: resourceName,
    SITE_URL: resourceName,
    USER_POOL_ID: resourceName,
    USERS_TABLE: resourceName,
  });
  const client = dynamodb();
  const bus = eventBridge();
  const queues = sqs();
  const stripe = stripeAccount();
  return async () => ({
    stripe: await stripe(),
    siteId: USER_POOL_ID,
    siteUrl: SITE_URL,
    orders: orderStore(client, ORDERS_TABLE),
    users: userStore(client, USERS_TABLE),
    referrals: referralStore(client, REFERRALS_TABLE),
    requestGroupSync: (userId) =>
      sendMessage(queues, { queueUrl: PAID_GROUP_QUEUE_URL, group: userId, message: { userId } }),
    requestLicense: licenseRequests(queues, LICENSE_QUEUE_URL),
    announce: (change) => publishEvent(bus, EVENT_BUS, 'licenseChanged', change),
    now,
    pause: backOff,
  });
}
