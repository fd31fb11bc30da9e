import { randomUUID } from 'node:crypto';
import * as events from '../../contract/events/events.ts';
import * as orderOperations from '../../contract/operations/order-operations.ts';
import { givesLicense } from '../domain/orders/advance-order.ts';
import { AppError } from '../platform/app-error.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const mailLicense = ({ bus, limits, orders }: Dependencies) =>
  serve(orderOperations.mailLicense, async ({ caller, data: { orderId }, now }) => {
    const { userId } = caller;
    const order = await orders.find(orderId);
    if (order?.userId !== userId || !order.licenseFile || !givesLicense(order))
      throw new AppError('not-found', 'We found no active license for this order.');
    await limits.take('mailLicense', userId, now);
    await publishEvent(bus, events.licenseIssued, { orderId, userId, requestId: randomUUID() });
    return {};
  });
