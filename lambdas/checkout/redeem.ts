import * as orderOperations from '../../contract/operations/order-operations.ts';
import { redeemCode } from '../domain/codes/redeem-code.ts';
import { giftPriceId } from '../domain/orders/gift-orders.ts';
import { publicOrder } from '../domain/orders/public-order.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { serve } from '../platform/serve.ts';
import { viewerNetworks } from '../platform/viewer-network.ts';
import type { Dependencies } from './compose.ts';

export const redeem = (dependencies: Dependencies) =>
  serve(orderOperations.redeem, async ({ now, caller, data: { code }, sender }) => {
    const { limits, pool, priceIds, users } = dependencies;
    await limits.takeForNetworks('redeemByNetwork', viewerNetworks(sender), now);
    await limits.take('redeem', caller.userId, now);
    const priceId = giftPriceId(priceIds);
    await readOrCreateUser(users, pool, caller, now);
    const order = await redeemCode({ ...dependencies, priceId }, caller.userId, code);
    return publicOrder(order, caller.userId);
  });
