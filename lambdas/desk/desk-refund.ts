import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordRefund } from '../domain/desk/record-refund.ts';
import type { Dependencies } from './compose.ts';

export const deskRefund = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskOrderOperations.deskRefund, async (call) => {
    const { reason: _, ...refund } = call.data;
    const action = describeAction(call, 'refund', { orderId: refund.orderId });
    const { audit, openStripe } = dependencies;
    const settlement = { ...dependencies, stripe: await openStripe() };
    const { status } = await recordRefund({ audit, settlement }, action, refund);
    return { status };
  });
