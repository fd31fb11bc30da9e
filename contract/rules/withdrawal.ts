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
 * Whether a statement at this time withdraws the buyer from the order: the buyer has paid or is
 * about to, the order is not withdrawn or refunded, and the period has not ended. A free order has
 * no price to refund.
 */
export function canWithdraw(order: Withdrawable, statedAt: Date): boolean {
  // The status may be missing in the table of an older page.
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
 * The period ends with the last hour of its last day in the buyer's time zone, which is unknown, so
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
