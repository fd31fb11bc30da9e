import { AppError } from '../../platform/app-error.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { changeOrderIfUnchanged } from './change-order-if-unchanged.ts';
import { deskStateOf } from './desk-state-of.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';

/**
 * Stores that the team has done what the order waited for: it has refunded the payment by other means, or answered a statement of
 * withdrawal. Nothing else shows it, because neither Stripe nor our tables see it. Safe to repeat.
 * @returns the order as stored
 * @throws AppError `not-found`, or `aborted` when the order has changed or waits for nothing of this kind
 */
export function concludeOrder(
  orders: Pick<OrderStore, 'find' | 'save'>,
  { orderId, seen, actionId }: { orderId: string; seen: number; actionId: string },
  parts: (order: StoredOrder) => TransactionPart[],
): Promise<StoredOrder> {
  return changeOrderIfUnchanged(orders, { orderId, seen }, (order) => {
    if (order.concludedBy === actionId) return undefined;
    const state = deskStateOf(order);
    if (state !== 'refundFailed' && state !== 'withdrawalStated')
      throw new AppError('aborted', 'This order does not wait for the team any more. Nothing was changed.');
    const { withdrawalStatedAt, ...answered } = order;
    const next = state === 'refundFailed' ? { ...order, isRefundedElsewhere: true as const } : answered;
    return { next: { ...next, concludedBy: actionId, version: order.version + 1 }, parts: parts(order) };
  });
}
