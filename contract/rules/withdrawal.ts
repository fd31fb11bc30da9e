import { withdrawalDays } from '../../settings.ts';
import type { Order } from '../records/order.ts';
import { type OrderStatus, orderStates } from '../records/order-states.ts';
import { secondsPerDay } from './retention.ts';

export { withdrawalDays };

/** How long a link that confirms a withdrawal works, counted from the statement. */
export const withdrawalLinkDays = 30;

type Withdrawable = Pick<
  Order,
  'amountInCents' | 'status' | 'refundReason' | 'withdrawnAt' | 'licensedAt' | 'createdAt'
>;

/**
 * Whether a statement that is made at a moment withdraws the buyer from the order: the buyer has
 * paid or is about to, nothing has withdrawn or refunded the order yet, and the period has not ended.
 * An order that is free has no price to refund.
 */
export function canWithdraw(order: Withdrawable, statedAt: Date): boolean {
  // A page may be older than the server, and not know the status.
  const state: (typeof orderStates)[OrderStatus] | undefined = orderStates[order.status];
  return (
    (state?.givesLicense || state?.isAwaitingMoney) === true &&
    order.amountInCents > 0 &&
    order.refundReason === undefined &&
    order.withdrawnAt === undefined &&
    statedAt.getTime() < withdrawalEndsAt(order).getTime()
  );
}

/**
 * The period ends with the last hour of its last day in the buyer's time zone, which we do not know, so
 * it ends a whole day later. If it would end on a weekend, it ends with the next working day. Public
 * holidays extend it too: such a statement goes to the team.
 * @see https://eur-lex.europa.eu/eli/reg/1971/1182/oj Regulation 1182/71 art. 3
 */
function withdrawalEndsAt({ licensedAt, createdAt }: Pick<Order, 'licensedAt' | 'createdAt'>): Date {
  const concludedAt = Date.parse(licensedAt ?? createdAt);
  const end = new Date(concludedAt + (withdrawalDays + 1) * dayMs);
  const daysUntilTuesday = { 6: 3, 0: 2, 1: 1 }[end.getUTCDay()] ?? 0;
  return new Date(end.getTime() + daysUntilTuesday * dayMs);
}

const dayMs = secondsPerDay * 1000;
