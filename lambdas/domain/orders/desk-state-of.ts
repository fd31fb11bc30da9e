import type { DeskState } from '../../../contract/records/desk-orders.ts';
import { refundableStatuses } from '../../../contract/records/order-states.ts';
import { canWithdraw } from '../../../contract/rules/withdrawal.ts';
import type { StoredOrder } from './order-store.ts';

/** The state in which the desk lists an order: first what the team has to do, then its status. Undefined for a checkout that was never finished. */
export function deskStateOf(order: StoredOrder): DeskState | undefined {
  const { status, dispute, hasRefundFailed, isRefundedElsewhere, withdrawalStatedAt } = order;
  if (status === 'created' || status === 'expired') return undefined;
  // An order that was settled before disputes were stored has none.
  if (dispute ? dispute.needsEvidence : status === 'disputed') return 'disputeOpen';
  if (hasRefundFailed && !isRefundedElsewhere && refundableStatuses.includes(status)) return 'refundFailed';
  if (withdrawalStatedAt && canWithdraw(order, new Date(withdrawalStatedAt))) return 'withdrawalStated';
  return status;
}
