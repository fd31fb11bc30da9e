import * as orderOperations from '../../contract/operations/order-operations.ts';
import type { Order } from '../../contract/records/order.ts';
import { isPurchase, ordersOfPerson, publicOrder } from '../domain/orders/public-order.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

/** Lambda answers with at most 6 MB, and an order has up to 4 KB. An export contains the others. */
const shownOrders = 500;

export const myOrders = ({ orders, passOns }: Dependencies) =>
  serve(orderOperations.myOrders, async ({ caller: { userId }, now }) => {
    const own = (await ordersOfPerson(orders, userId)).filter(isPurchase).reverse().slice(0, shownOrders);
    const visible = own.map((order) => publicOrder(order, userId));
    // Only a license can be offered, and a person has one, or a few.
    const offers = await Promise.all(
      visible.map(({ licenseFile, orderId }) => (licenseFile ? passOns.find(orderId, now) : undefined)),
    );
    return { orders: visible.map((order, index) => ({ ...order, ...describe(offers[index], userId) })) };
  });

function describe(
  offer: { userId: string; email: string; expiration: number } | undefined,
  userId: string,
): Pick<Order, 'offeredTo'> {
  if (offer?.userId !== userId) return {};
  return { offeredTo: { email: offer.email, until: new Date(offer.expiration * 1000).toISOString() } };
}
