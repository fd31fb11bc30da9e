import * as orderOperations from '../../contract/operations/order-operations.ts';
import { AppError } from '../platform/app-error.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const cancelOffer = ({ orders, passOns }: Dependencies) =>
  serve(orderOperations.cancelOffer, async ({ caller, data: { orderId } }) => {
    const order = await orders.find(orderId);
    if (order?.userId !== caller.userId)
      throw new AppError(
        'not-found',
        'You do not hold this license any more, so there is nothing to cancel.',
      );
    await passOns.remove(orderId);
    return {};
  });
