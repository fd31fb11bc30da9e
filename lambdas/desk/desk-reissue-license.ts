import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { reissueLicense } from '../domain/orders/reissue-license.ts';
import type { Dependencies } from './compose.ts';

export const deskReissueLicense = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskOrderOperations.deskReissueLicense, async (call) => {
    const { audit, now } = dependencies;
    const { orderId, actionId } = call.data;
    await reissueLicense(dependencies, { orderId, requestId: actionId }, ({ userId }) => {
      const action = describeAction(call, 'reissue', { personId: userId, orderId });
      return [audit.part(entryOf(action, now(), 'done'))];
    });
    return {};
  });
