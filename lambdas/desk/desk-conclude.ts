import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { concludeOrder } from '../domain/orders/conclude-order.ts';
import { deskStateOf } from '../domain/orders/desk-state-of.ts';
import type { Dependencies } from './compose.ts';

export const deskConclude = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskOrderOperations.deskConclude, async (call) => {
    const { audit, now, orders } = dependencies;
    const { status } = await concludeOrder(orders, call.data, (order) => {
      const subject = { personId: order.userId, orderId: order.orderId, before: deskStateOf(order) };
      return [audit.part(entryOf(describeAction(call, 'conclude', subject), now(), 'done', order.status))];
    });
    return { status };
  });
