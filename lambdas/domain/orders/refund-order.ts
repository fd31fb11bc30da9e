import type Stripe from 'stripe';
import { AppError } from '../../platform/app-error.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { isRefundable } from './advance-order.ts';
import { changeOrderIfUnchanged } from './change-order-if-unchanged.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';

/** A refund by the team. */
export interface Refund {
  /** Different for each refund. A repeated request continues the same one. */
  actionId: string;
  orderId: string;
  /** The length of the history of the order that the team saw. */
  seen: number;
  /** Undefined for the rest of the payment, which ends the license. */
  amountInCents?: number | undefined;
}

/**
 * Stores the decision to refund an order, with `parts` in the same transaction. From then on a full refund is owed like any other:
 * settlement makes it, now or later. Safe to repeat.
 * @returns the order with the decision
 * @throws AppError `not-found`, `invalid-argument`, or `aborted` when it has changed or cannot be refunded
 */
export function decideRefund(
  { orders, now }: { orders: Pick<OrderStore, 'find' | 'save'>; now: () => Date },
  refund: Refund,
  parts: (order: StoredOrder) => TransactionPart[],
): Promise<StoredOrder> {
  return changeOrderIfUnchanged(orders, refund, (order) => {
    if (order.deskRefund?.actionId === refund.actionId) return undefined;
    refuseRefund(order, refund);
    return { next: withDecision(order, refund, now()), parts: parts(order) };
  });
}

/** @throws AppError with the reason why the order cannot be refunded */
function refuseRefund(order: StoredOrder, { amountInCents }: Refund): void {
  if (order.deskRefund?.isOpen)
    throw new AppError('aborted', 'Another refund of this order is still being made. Try again in an hour.');
  if (!order.paymentIntentId || order.refundReason || !isRefundable(order))
    throw new AppError('aborted', describeObstacle(order));
  const left = order.amountInCents - order.amountRefundedInCents;
  if (amountInCents !== undefined && amountInCents >= left)
    throw new AppError('invalid-argument', 'A partial refund must be less than what is left of the payment.');
}

function withDecision(order: StoredOrder, { actionId, amountInCents }: Refund, now: Date): StoredOrder {
  const { status, amountRefundedInCents } = order;
  const entry = { at: now.toISOString(), status, amountRefundedInCents, cause: 'desk' };
  return {
    ...order,
    ...(amountInCents === undefined && {
      refundReason: 'requested',
      history: [...order.history, entry],
    }),
    deskRefund: { actionId, isOpen: true, ...(amountInCents === undefined ? {} : { amountInCents }) },
    version: order.version + 1,
  };
}

export interface RefundDependencies extends SettlementDependencies {
  orders: SettlementDependencies['orders'] & Pick<OrderStore, 'closeRefund'>;
}

/**
 * Makes the refund that was decided, and settles the order. Safe to repeat.
 * @throws AppError `aborted` when Stripe refuses the refund
 */
export async function makeRefund(dependencies: RefundDependencies, order: StoredOrder): Promise<StoredOrder> {
  const { orderId } = order;
  await refundPart(dependencies.stripe, order);
  const settled = await settleOrder(dependencies, { sessionId: orderId, cause: 'desk' });
  if (!settled) throw new Error(`The checkout of order ${orderId} does not exist at Stripe.`);
  return settled;
}

function describeObstacle({ status, refundReason, hasRefundFailed, source }: StoredOrder): string {
  if (source || status === 'free') return 'Nothing was paid for this order.';
  if (hasRefundFailed)
    return 'An earlier refund of this order failed. Refund it to another account in the Stripe Dashboard.';
  if (status === 'disputed' || status === 'disputeLost')
    return 'The bank decides about this payment: a disputed payment cannot be refunded.';
  if (status === 'refunded' || refundReason) return 'This order is already refunded in full.';
  return 'This order is not paid, so there is nothing to refund.';
}

/**
 * Looks for the refund first, because a repeated request may come days later, when Stripe has deleted the idempotency key.
 * @see https://docs.stripe.com/api/idempotent_requests
 */
async function refundPart(stripe: Stripe, { paymentIntentId = '', deskRefund }: StoredOrder): Promise<void> {
  const { actionId, amountInCents } = deskRefund ?? {};
  if (!actionId || amountInCents === undefined) return;
  for await (const { metadata } of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
    if (metadata?.actionId === actionId) return;
  }
  try {
    await stripe.refunds.create(
      {
        payment_intent: paymentIntentId,
        amount: amountInCents,
        reason: 'requested_by_customer',
        metadata: { actionId },
      },
      { idempotencyKey: `desk-${actionId}` },
    );
  } catch (error) {
    const { type } = error as Partial<Stripe.errors.StripeError>;
    if (type !== 'StripeInvalidRequestError') throw error;
    throw new AppError('aborted', `Stripe refuses this refund: ${(error as Error).message}`);
  }
}
