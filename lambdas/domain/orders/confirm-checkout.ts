import type { Order } from '../../../contract/records/order.ts';
import { AppError } from '../../platform/app-error.ts';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';

/**
 * Settles the order of a buyer who returns before Stripe's event arrives, so that they get the license at once.
 * @throws AppError `not-found` for the checkout of another user, as for one that does not exist
 */
export async function confirmCheckout(
  dependencies: SettlementDependencies,
  buyerId: string,
  sessionId: string,
): Promise<Pick<Order, 'status' | 'refundReason'>> {
  const order = await settleOrder(dependencies, { sessionId, cause: 'confirmCheckout', buyerId });
  if (!order) throw new AppError('not-found', 'You have no such checkout.');
  const { status, refundReason } = order;
  return { status, ...(refundReason && { refundReason }) };
}
