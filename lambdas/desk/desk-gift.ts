import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { giftPriceId, grantGift } from '../domain/orders/gift-orders.ts';
import { AppError } from '../platform/app-error.ts';
import type { Dependencies } from './compose.ts';

export const deskGift = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskOrderOperations.deskGift, async (call) => {
    const { audit, now, priceIds } = dependencies;
    const { userId, actionId, from } = call.data;
    const orderId = `gift_${actionId.replaceAll('-', '')}`;
    const action = describeAction(call, 'gift', { personId: userId, orderId });
    const gift = { orderId, userId, priceId: giftPriceId(priceIds), source: 'gift', giftFrom: from } as const;
    const order = await grantGift(dependencies, gift, [audit.part(entryOf(action, now(), 'done', 'free'))]);
    if (!order)
      throw new AppError('aborted', 'This account has just changed. Look at it again, then decide.');
    return { orderId };
  });
