import type { FinishDependencies } from '../domain/orders/finish-order.ts';
import type { GiftDependencies } from '../domain/orders/gift-orders.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { licenseRequests } from '../domain/orders/request-license.ts';
import { userStore } from '../domain/users/user-store.ts';
import { dynamodb, eventBridge, sqs } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { sendMessage } from '../platform/send-message.ts';
import { userChangePublishing } from './user-change-publishing.ts';

/** The dependencies of every function that finishes orders. */
export function orderFinishing(): Omit<FinishDependencies, 'orders'> {
  const { EVENT_BUS, LICENSE_QUEUE_URL, PAID_GROUP_QUEUE_URL } = readConfig({
    EVENT_BUS: resourceName,
    LICENSE_QUEUE_URL: resourceName,
    PAID_GROUP_QUEUE_URL: resourceName,
  });
  const bus = eventBridge();
  const queues = sqs();
  return {
    requestGroupSync: (userId) =>
      sendMessage(queues, { queueUrl: PAID_GROUP_QUEUE_URL, group: userId, message: { userId } }),
    requestLicense: licenseRequests(queues, LICENSE_QUEUE_URL),
    announceUser: userChangePublishing(),
    announce: (change) => publishEvent(bus, EVENT_BUS, 'licenseChanged', change),
  };
}

/** The dependencies of every function that gives or revokes licenses without a payment. */
export function giftGiving(now: () => Date) {
  const { ORDERS_TABLE, USERS_TABLE } = readConfig({ ORDERS_TABLE: resourceName, USERS_TABLE: resourceName });
  const client = dynamodb();
  return {
    ...orderFinishing(),
    orders: orderStore(client, ORDERS_TABLE),
    users: userStore(client, USERS_TABLE),
    now,
  } satisfies GiftDependencies;
}
