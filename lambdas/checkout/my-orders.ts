import * as orderOperations from '../../contract/operations/order-operations.ts';
import { isPurchase, ordersOfPerson, publicOrder } from '../domain/orders/public-order.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

/** Lambda answers with at most 6 MB, and an order has up to 4 KB. An export contains the others. */
const shownOrders = 500;

export const myOrders = ({ orders, passOns }: Dependencies) =>
  serve(orderOperations.myOrders, async ({ caller: { userId }, now }) => {
    const own = (await ordersOfPerson(orders, userId)).filter(isPurchase).reverse().slice(0, shownOrders);
    // Only a license can be offered, and a person has one, or a few.
    const shown = own.map(async (stored) => {
      const order = publicOrder(stored, userId);
      return { ...order, ...(await passOns.shown(order, userId, now)) };
    });
    return { orders: await Promise.all(shown) };
  });
