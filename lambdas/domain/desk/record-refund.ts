import { formatPrice } from '../../../contract/rules/format-price.ts';
import { AppError } from '../../platform/app-error.ts';
import { buyerOf } from '../orders/order-holder.ts';
import type { StoredOrder } from '../orders/order-store.ts';
import { decideRefund, makeRefund, type Refund, type RefundDependencies } from '../orders/refund-order.ts';
import type { AuditStore } from './audit-store.ts';
import { type DeskAction, entryOf } from './record-action.ts';

interface RecordDependencies {
  audit: Pick<AuditStore, 'add' | 'part'>;
  settlement: RefundDependencies;
}

/**
 * Refunds an order for the team. The decision and its audit entry are one transaction; the outcome has a separate entry. If Stripe does not
 * respond, `reconcile` completes the refund within the hour and writes the outcome.
 * @throws AppError when the order cannot be refunded, or Stripe does not respond
 */
export async function recordRefund(
  { audit, settlement }: RecordDependencies,
  action: DeskAction,
  refund: Refund,
): Promise<StoredOrder> {
  const { now } = settlement;
  let about: DeskAction = action;
  const decided = await decideRefund(settlement, refund, (order) => {
    about = { ...action, personId: buyerOf(order), before: moneyState(order) };
    return [audit.part(entryOf(about, now(), 'requested'))];
  });
  about = { ...about, personId: buyerOf(decided) };
  return completeRefund({ audit, settlement }, about, decided).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    const message = 'Stripe does not answer. The refund is stored, and we complete it within the hour.';
    throw new AppError('unavailable', message);
  });
}

/**
 * Makes a refund that was decided, writes its outcome, and then lets the team decide the next one. Safe to repeat.
 * @throws AppError `aborted` when Stripe refuses it, StripeError when it does not respond
 */
export async function completeRefund(
  { audit, settlement }: RecordDependencies,
  action: DeskAction,
  decided: StoredOrder,
): Promise<StoredOrder> {
  const { now, orders } = settlement;
  const close = () => orders.closeRefund(decided.orderId, action.actionId);
  try {
    const settled = await makeRefund(settlement, decided);
    await audit.add(entryOf(action, now(), 'done', moneyState(settled)));
    await close();
    return settled;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await audit.add(entryOf(action, now(), 'failed'));
    await close();
    throw error;
  }
}

/** For example `partlyRefunded, $10.00 of $49.00 refunded`. */
function moneyState({ status, amountRefundedInCents, amountInCents, currency }: StoredOrder): string {
  const [refunded, total] = [amountRefundedInCents, amountInCents].map((cents) =>
    formatPrice(cents, currency),
  );
  return `${status}, ${refunded} of ${total} refunded`;
}
