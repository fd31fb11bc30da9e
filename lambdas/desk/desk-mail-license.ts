import * as events from '../../contract/events/events.ts';
import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { givesLicense } from '../domain/orders/advance-order.ts';
import { AppError } from '../platform/app-error.ts';
import { publishEvent } from '../platform/publish-event.ts';
import type { Dependencies } from './compose.ts';

export const deskMailLicense = ({ audit, bus, now, orders, serveDesk }: Dependencies) =>
  serveDesk(deskOrderOperations.deskMailLicense, async (call) => {
    const { orderId, actionId } = call.data;
    const order = await orders.find(orderId);
    if (!order?.userId || !order.licenseFile || !givesLicense(order))
      throw new AppError('not-found', 'There is no active license for this order.');
    const { userId, status } = order;
    const action = describeAction(call, 'mailLicense', { personId: userId, orderId, before: status });
    await recordAction({ audit, now }, action, async () => {
      // A repeated request sends no second email.
      await publishEvent(bus, events.licenseIssued, { orderId, userId, requestId: actionId });
      return status;
    });
    return {};
  });
