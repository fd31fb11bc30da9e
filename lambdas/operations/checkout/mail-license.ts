import { randomUUID } from 'node:crypto';
import * as events from '../../../contract/events/events.ts';
import * as orderOperations from '../../../contract/operations/order-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { givesLicense } from '../../domain/orders/advance-order.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { serve } from '../../platform/serve.ts';

const { EVENT_BUS, LIMITS_TABLE, ORDERS_TABLE } = readConfig({
  EVENT_BUS: resourceName,
  LIMITS_TABLE: resourceName,
  ORDERS_TABLE: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const orders = orderStore(client, ORDERS_TABLE);
const bus = eventBridge();

export const mailLicense = serve(orderOperations.mailLicense, async ({ caller, data: { orderId } }) => {
  const { userId } = caller;
  const order = await orders.find(orderId);
  if (order?.userId !== userId || !order.licenseFile || !givesLicense(order))
    throw new AppError('not-found', 'We found no active license for this order.');
  await limits.take('mailLicense', userId, new Date());
  await publishEvent(bus, EVENT_BUS, events.licenseIssued, { orderId, userId, requestId: randomUUID() });
  return {};
});
