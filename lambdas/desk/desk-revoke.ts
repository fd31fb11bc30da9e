import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { revokeGift } from '../domain/orders/gift-orders.ts';
import type { Dependencies } from './compose.ts';

export const deskRevoke = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskOrderOperations.deskRevoke, async (call) => {
    const { audit, now } = dependencies;
    const { orderId, seen } = call.data;
    const { status } = await revokeGift(dependencies, { orderId, seen, cause: 'desk' }, (order) => {
      const subject = { personId: order.userId, orderId, before: order.status };
      const action = describeAction(call, 'revoke', subject);
      return [audit.part(entryOf(action, now(), 'done', 'revoked'))];
    });
    return { status };
  });
