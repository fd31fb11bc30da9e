import * as events from '../../contract/events/events.ts';
import type { FinishDependencies } from '../domain/orders/finish-order.ts';
import { licenseRequests } from '../domain/orders/request-license.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { sqs } from '../platform/aws/sqs.ts';
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
    publishUserChanged: userChangePublishing(),
    publishLicenseChanged: (change) => publishEvent(bus, EVENT_BUS, events.licenseChanged, change),
  };
}
