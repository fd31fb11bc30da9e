import type { FinishDependencies } from '../domain/orders/finish-order.ts';
import { orderFinishing as finishingWith } from '../domain/orders/order-finishing.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { sqs } from '../platform/aws/sqs.ts';
import { readConfig, resourceNames } from '../platform/config.ts';

/** The dependencies of every function that finishes orders. */
export function orderFinishing(): Omit<FinishDependencies, 'orders'> {
  const config = readConfig(resourceNames('EVENT_BUS', 'LICENSE_QUEUE_URL', 'PAID_GROUP_QUEUE_URL'));
  return finishingWith({
    bus: { client: eventBridge(), name: config.EVENT_BUS },
    queues: sqs(),
    config,
  });
}
