import { type Order, order } from '../../../contract/records/order.ts';
import { orderStates } from '../../../contract/records/order-states.ts';
import type { StoredOrder } from './order-store.ts';

/** Whether somebody has bought something by it, or tried to; a checkout that was only opened is none. */
export function isPurchase({ status }: Pick<StoredOrder, 'status'>): boolean {
  return orderStates[status].isPurchase;
}

/** What of a stored order its buyer gets to see. */
export function publicOrder(stored: StoredOrder): Order {
  return order.parse(stored);
}
