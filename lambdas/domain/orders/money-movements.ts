import type { Order } from '../../../contract/records/order.ts';
import { type OrderStatus, wasPaid } from '../../../contract/records/order-states.ts';

/** Money that an order brought in or gave back, in the currency's smallest unit. */
export interface MoneyMovement {
  /** ISO 8601, UTC: when the site processed it, usually within a second. */
  at: string;
  kind: 'charge' | 'refund' | 'refund reversed' | 'dispute lost' | 'dispute won';
  /** Including tax. Negative for money that went back to the buyer, as is the tax. */
  grossInCents: number;
  taxInCents: number;
}

type MovedOrder = Pick<Order, 'amountInCents' | 'taxInCents' | 'history'>;
type Step = Order['history'][number];

/**
 * The charge, the refunds and the disputes of an order, oldest first. A refund of a part gives back
 * the same part of the tax, and all movements of a refunded order add up to zero. An open dispute
 * moves nothing until it ends.
 */
export function moneyMovements(order: MovedOrder): MoneyMovement[] {
  const steps = order.history.filter(({ status }) => wasPaid(status));
  const movements: MoneyMovement[] = [];
  let kept = 0;
  const move = (at: string, kind: MoneyMovement['kind'], next: number) => {
    if (next === kept) return;
    const taxInCents = taxIn(next, order) - taxIn(kept, order);
    movements.push({ at, kind, grossInCents: next - kept, taxInCents });
    kept = next;
  };
  for (const [index, step] of steps.entries()) {
    // The order may have skipped the state `paid`.
    if (index === 0) move(step.at, 'charge', order.amountInCents);
    const next = keptAfter(step, order);
    move(step.at, kindOf(step.status, steps[index - 1]?.status, next > kept), next);
  }
  return movements;
}

/** Returns the part of the payment that the seller keeps. */
function keptAfter({ status, amountRefundedInCents }: Step, { amountInCents }: MovedOrder): number {
  return status === 'disputeLost' ? 0 : amountInCents - amountRefundedInCents;
}

function kindOf(
  status: OrderStatus,
  previous: OrderStatus | undefined,
  isGain: boolean,
): MoneyMovement['kind'] {
  if (!isGain) return status === 'disputeLost' ? 'dispute lost' : 'refund';
  return previous === 'disputeLost' ? 'dispute won' : 'refund reversed';
}

/** Rounds the tax of the kept amount, not that of each movement, so that the movements add up. */
function taxIn(keptInCents: number, { amountInCents, taxInCents = 0 }: MovedOrder): number {
  return Math.round((taxInCents * keptInCents) / amountInCents);
}
