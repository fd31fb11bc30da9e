import type { OrderStatus } from '../../contract/order-states.ts';
import { AppError } from '../platform/app-error.ts';
import { readCheckout } from './read-checkout.ts';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';

/**
 * Looks at Stripe for a buyer who came back before Stripe told us, and gives them at once what they bought.
 * @throws AppError `not-found` for the checkout of somebody else, just as for one that there is not
 */
export async function confirmCheckout(
  dependencies: SettlementDependencies,
  userId: string,
  sessionId: string,
): Promise<{ status: OrderStatus }> {
  const checkout = await readCheckout(dependencies.stripe, sessionId);
  if (checkout?.userId !== userId) throw new AppError('not-found', 'There is no such checkout of yours.');
  if (checkout.status === 'created') return { status: 'created' };
  const order = await settleOrder(dependencies, { sessionId, cause: 'confirmCheckout' });
  return { status: order?.status ?? checkout.status };
}
