import { orderStates } from '../../../contract/records/order-states.ts';
import { canWithdraw, withdrawalDays } from '../../../contract/rules/withdrawal.ts';
import type { StoredOrder } from '../orders/order-store.ts';

export type WithdrawnOrder = Pick<
  StoredOrder,
  'amountInCents' | 'status' | 'refundReason' | 'withdrawnAt' | 'licensedAt' | 'createdAt'
>;

const personAnswers = 'One of us looks at your statement and writes to you.';

/** Describes the outcome of a withdrawal to the buyer, from the order before the withdrawal. */
export function withdrawalOutcome(order: WithdrawnOrder, statedAt: Date): string {
  const { amountInCents, status, refundReason, withdrawnAt } = order;
  if (canWithdraw(order, statedAt)) return outcomeInTime(order);
  if (withdrawnAt !== undefined)
    return 'You had already withdrawn from this order. Your earlier statement counts, and another email tells you, or has told you, about the refund.';
  if (amountInCents === 0)
    return `This order cost nothing, so there is no payment to refund. ${personAnswers}`;
  if (refundReason !== undefined || status === 'refunded' || status === 'disputeLost')
    return `The payment for this order goes back to you already, or has gone back, so this statement starts no other refund. ${personAnswers}`;
  if (!orderStates[status].givesLicense)
    return `We have not received a payment for this order, so there is nothing to refund now. ${personAnswers}`;
  return `By our count, the ${withdrawalDays} days in which you can withdraw from this order were over. ${personAnswers}`;
}

/** The order is paid, or about to be. */
function outcomeInTime({ status }: WithdrawnOrder): string {
  if (orderStates[status].isAwaitingMoney)
    return 'Your payment for this order has not arrived yet. If it arrives, we will refund all of it to the payment method that you used, and another email will tell you when that is done. You get no license.';
  if (status === 'disputed')
    return 'Your license ends. Your bank is reviewing the payment after a dispute: if it decides in our favor, we will refund everything that you paid, and another email will tell you about it.';
  return 'We are refunding everything that you paid, to the payment method that you used. Your license ends. Another email will tell you when both are done.';
}
