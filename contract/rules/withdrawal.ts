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
 * The period ends with the last hour of its last day in the buyer's time zone, which we do not know.
 * A whole day more is enough in every time zone.
 * @see https://eur-lex.europa.eu/eli/reg/1971/1182/oj Regulation 1182/71 art. 3
 */
function withdrawalEndsAt({ licensedAt, createdAt }: Pick<Order, 'licensedAt' | 'createdAt'>): Date {
  const concludedAt = Date.parse(licensedAt ?? createdAt);
  return new Date(concludedAt + (withdrawalDays + 1) * secondsPerDay * 1000);
}
