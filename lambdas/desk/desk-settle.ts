import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { settleOrder } from '../domain/orders/settle-order.ts';
import { AppError } from '../platform/app-error.ts';
import type { Dependencies } from './compose.ts';

export const deskSettle = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskOrderOperations.deskSettle, async (call) => {
    const { orderId } = call.data;
    const order = await dependencies.orders.find(orderId);
    if (!order) throw new AppError('not-found', 'There is no such order.');
    const action = describeAction(call, 'settle', { personId: order.userId, orderId, before: order.status });
    // Stripe does not know a gift.
    if (order.source)
      throw new AppError('aborted', 'Stripe does not know this order, because nothing was paid for it.');
    let { status } = order;
    await recordAction(dependencies, action, async () => {
      const stripe = await dependencies.openStripe();
      const settled = await settleOrder({ ...dependencies, stripe }, { sessionId: orderId, cause: 'desk' });
      if (!settled) throw new AppError('not-found', 'Stripe does not know this order.');
      status = settled.status;
      return status;
    });
    return { status };
  });
