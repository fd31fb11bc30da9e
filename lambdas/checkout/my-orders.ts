import * as orderOperations from '../../contract/operations/order-operations.ts';
import { isPurchase, publicOrder } from '../domain/orders/public-order.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

/** Lambda answers with at most 6 MB, and an order has up to 4 KB. An export contains the others. */
const shownOrders = 500;

export const myOrders = ({ orders }: Dependencies) =>
  serve(orderOperations.myOrders, async ({ caller }) => {
    const own = await orders.ofUser(caller.userId);
    return { orders: own.filter(isPurchase).reverse().slice(0, shownOrders).map(publicOrder) };
  });
