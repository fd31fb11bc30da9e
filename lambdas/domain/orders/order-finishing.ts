import type { SQSClient } from '@aws-sdk/client-sqs';
import * as events from '../../../contract/events/events.ts';
import { type EventBus, publishEvent } from '../../platform/publish-event.ts';
import { sendMessage } from '../../platform/send-message.ts';
import { userChangePublisher } from '../users/announce-user-change.ts';
import type { FinishDependencies } from './finish-order.ts';

interface FinishingServices {
  bus: EventBus;
  queues: () => Promise<SQSClient>;
  config: { LICENSE_QUEUE_URL: string; PAID_GROUP_QUEUE_URL: string };
}

/** The events and messages that `finishOrder` sends. */
export function orderFinishing({
  bus,
  queues,
  config,
}: FinishingServices): Omit<FinishDependencies, 'orders'> {
  return {
    requestGroupSync: groupSyncRequests(queues, config.PAID_GROUP_QUEUE_URL),
    requestLicense: licenseRequests(queues, config.LICENSE_QUEUE_URL),
    publishUserChanged: userChangePublisher(bus),
    publishLicenseChanged: (change) => publishEvent(bus, events.licenseChanged, change),
  };
}

/** Returns a function that sends the message to issue the license file of an order. */
export const licenseRequests =
  (queues: () => Promise<SQSClient>, queueUrl: string) =>
  (orderId: string): Promise<void> =>
    sendMessage(queues, { queueUrl, group: orderId, message: { orderId } });

/** Returns a function that sends the message to add a user to the group `paid`, or to remove them. */
export const groupSyncRequests =
  (queues: () => Promise<SQSClient>, queueUrl: string) =>
  (userId: string): Promise<void> =>
    sendMessage(queues, { queueUrl, group: userId, message: { userId } });
