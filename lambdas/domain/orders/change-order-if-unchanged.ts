import { AppError } from '../../platform/app-error.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';

interface VersionedOrder {
  orderId: string;
  /** The version that the admin saw: the length of the order's history. Undefined for a change that every version allows. */
  seen?: number;
}

/** The write, or undefined if the order already has the change. */
type Change = { next: StoredOrder; parts: TransactionPart[] } | undefined;

/** Saving can also fail because of a change outside of the history, such as a new license file. Then it is repeated. */
const maxAttempts = 3;

/**
 * Changes an order if its history is still what the admin saw (optimistic concurrency). If two admins decide at once, the second gets
 * `aborted`.
 * @param change throws when the order does not allow the change
 * @returns the order as stored
 * @throws AppError `not-found` without an order, `aborted` when it has changed
 */
export async function changeOrderIfUnchanged(
  orders: Pick<OrderStore, 'find' | 'save'>,
  { orderId, seen }: VersionedOrder,
  change: (order: StoredOrder) => Change | Promise<Change>,
): Promise<StoredOrder> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const order = await orders.find(orderId);
    if (!order) throw new AppError('not-found', 'There is no such order.');
    const changed = await change(order);
    if (!changed) return order;
    if (seen !== undefined && order.history.length !== seen) break;
    if (await orders.save(changed.next, order.version, changed.parts)) return changed.next;
  }
  throw new AppError('aborted', 'This order has just changed. Look at it again, then decide.');
}
