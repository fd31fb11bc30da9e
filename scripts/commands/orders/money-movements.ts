import type { Order } from '../../../contract/records/order.ts';
import { orderStates } from '../../../contract/records/order-states.ts';

/** Money that an order brought in or gave back, in the currency's smallest unit. */
export interface MoneyMovement {
  /** ISO 8601, UTC: when the site learned of it, usually within a second. */
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
 * moves nothing: how it ends decides.
 */
export function moneyMovements(order: MovedOrder): MoneyMovement[] {
  let kept = 0;
  let isCharged = false;
  return order.history.flatMap((step, index) => {
    const before = kept;
    kept = keptAfter(step, order);
    if (kept === before) return [];
    const kind = kindOf(step, order.history[index - 1], { isCharged, isGain: kept > before });
    isCharged = true;
    const taxInCents = taxIn(kept, order) - taxIn(before, order);
    return [{ at: step.at, kind, grossInCents: kept - before, taxInCents }];
  });
}

/** What the seller has of the payment. */
function keptAfter({ status, amountRefundedInCents }: Step, { amountInCents }: MovedOrder): number {
  if (status === 'disputeLost') return 0;
  const isPaid = orderStates[status].givesLicense || status === 'refunded';
  return isPaid ? amountInCents - amountRefundedInCents : 0;
}

function kindOf(
  { status }: Step,
  previous: Step | undefined,
  { isCharged, isGain }: { isCharged: boolean; isGain: boolean },
): MoneyMovement['kind'] {
  if (!isGain) return status === 'disputeLost' ? 'dispute lost' : 'refund';
  if (!isCharged) return 'charge';
  return previous?.status === 'disputeLost' ? 'dispute won' : 'refund reversed';
}

/** Rounds the tax of the kept amount, not that of each movement, so that the movements add up. */
function taxIn(keptInCents: number, { amountInCents, taxInCents = 0 }: MovedOrder): number {
  return amountInCents === 0 ? 0 : Math.round((taxInCents * keptInCents) / amountInCents);
}
