import type { SQSClient } from '@aws-sdk/client-sqs';
import * as events from '../../../contract/events/events.ts';
import { type EventBus, publishEvent } from '../../platform/publish-event.ts';
import { userChangePublisher } from '../users/announce-user-change.ts';
import { groupSyncRequests } from '../users/request-group-sync.ts';
import type { FinishDependencies } from './finish-order.ts';
import { licenseRequests } from './request-license.ts';

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
