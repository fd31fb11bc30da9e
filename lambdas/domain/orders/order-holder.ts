import type { StoredOrder } from './order-store.ts';

type Owned = Pick<StoredOrder, 'userId' | 'buyerId' | 'passedOnAt'>;

/** The person who ordered it, and gets its documents and refunds. Undefined when the account is deleted. */
export const buyerOf = ({ userId, buyerId, passedOnAt }: Owned): string | undefined =>
  passedOnAt ? buyerId : userId;

/** Whether the holder of the license got it from its buyer, perhaps through others, and sees nothing about the payment. */
export const isHeldByOther = (order: Owned): boolean =>
  order.userId !== undefined && buyerOf(order) !== order.userId;
