import type { Order } from '../../../contract/records/order.ts';
import { AppError } from '../../platform/app-error.ts';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';

/**
 * Looks at Stripe for a buyer who came back before Stripe told us, and gives them at once what they bought.
 * @throws AppError `not-found` for the checkout of somebody else, just as for one that there is not
 */
export async function confirmCheckout(
  dependencies: SettlementDependencies,
  buyerId: string,
  sessionId: string,
): Promise<Pick<Order, 'status' | 'refundReason'>> {
  const order = await settleOrder(dependencies, { sessionId, cause: 'confirmCheckout', buyerId });
  if (!order) throw new AppError('not-found', 'There is no such checkout of yours.');
  const { status, refundReason } = order;
  return { status, ...(refundReason && { refundReason }) };
}
