import type { DeskState } from '../../../../contract/records/desk-states.ts';

/** The words of a state: `paymentPending` is shown as "payment pending". */
export const stateName = (state: string): string =>
  state.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Words that say more than the name of the state. */
const clearerNames: Partial<Record<DeskState, string>> = {
  disputeOpen: 'Disputed, needs evidence',
  withdrawalStated: 'Withdrawal not confirmed',
  failed: 'Payment failed',
  partlyRefunded: 'Refunded in part',
  disputed: 'Disputed, the bank decides',
};

/** The state of an order in the list: `paymentPending` is "Payment pending". */
export const deskStateName = (state: DeskState): string =>
  clearerNames[state] ?? stateName(state).replace(/^./, (letter) => letter.toUpperCase());
