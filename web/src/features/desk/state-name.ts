import type { DeskState } from '../../../../contract/records/desk-orders.ts';

/** The words of a state: `paymentPending` is shown as "payment pending". */
export const stateName = (state: string): string =>
  state.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The states of orders in the list. */
export const deskStateNames: Record<DeskState, string> = {
  disputeOpen: 'Disputed, needs evidence',
  refundFailed: 'Refund failed',
  withdrawalStated: 'Withdrawal not confirmed',
  free: 'Free',
  paymentPending: 'Payment pending',
  failed: 'Payment failed',
  paid: 'Paid',
  partlyRefunded: 'Refunded in part',
  refunded: 'Refunded',
  disputed: 'Disputed, the bank decides',
  disputeWon: 'Dispute won',
  disputeLost: 'Dispute lost',
  revoked: 'Revoked',
};
