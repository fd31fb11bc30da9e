import * as orderOperations from '../../contract/operations/order-operations.ts';
import { holderEntry } from '../domain/desk/record-action.ts';
import { reissueLicense as reissue } from '../domain/orders/reissue-license.ts';
import { requireFreshSignIn } from '../platform/caller.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const reissueLicense = (dependencies: Dependencies) =>
  serve(orderOperations.reissueLicense, async ({ caller, data: { orderId, requestId }, now }) => {
    requireFreshSignIn(caller, now);
    const { audit, limits } = dependencies;
    const { userId: holderId } = caller;
    await limits.take('reissueLicense', holderId, now);
    await reissue(dependencies, { orderId, requestId, holderId }, () => [
      audit.part(holderEntry('reissue', { personId: holderId, orderId }, requestId, now)),
    ]);
    return {};
  });
