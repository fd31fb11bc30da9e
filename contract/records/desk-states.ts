import { orderStatuses } from './order-states.ts';

/**
 * The states in which an order waits: for the evidence of the team against a dispute, a refund by other means, or the buyer's
 * confirmation of a withdrawal.
 */
const waitingStates = ['disputeOpen', 'refundFailed', 'withdrawalStated'] as const;

/** The states of the desk. Each order has one, unless it is a checkout that was only opened or has expired. */
export const deskStates = [
  ...waitingStates,
  ...orderStatuses.filter((status) => status !== 'created' && status !== 'expired'),
] as const;

export type DeskState = (typeof deskStates)[number];

export type WaitingState = (typeof waitingStates)[number];
