import * as orderOperations from '../../contract/operations/order-operations.ts';
import { confirmCheckout as confirm } from '../domain/orders/settle-order.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const confirmCheckout = (dependencies: Dependencies) =>
  serve(orderOperations.confirmCheckout, async ({ caller, data, now }) => {
    await dependencies.limits.take('confirmCheckout', caller.userId, now);
    const stripe = await dependencies.openStripe();
    return confirm({ ...dependencies, stripe }, caller.userId, data.sessionId);
  });
