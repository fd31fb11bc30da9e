import type { Order as PublicOrder } from '../../contract/order.ts';
import type { Order } from './order-store.ts';

/** What of an order its buyer gets to see. */
export function publicOrder({
  orderId,
  priceId,
  amountInCents,
  currency,
  status,
  createdAt,
  referralCode,
}: Order): PublicOrder {
  return {
    orderId,
    priceId,
    amountInCents,
    currency,
    status,
    createdAt,
    ...(referralCode ? { referralCode } : {}),
  };
}
