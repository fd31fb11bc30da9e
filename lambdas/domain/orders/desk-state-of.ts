import type { DeskState } from '../../../contract/records/desk-states.ts';
import type { Order } from '../../../contract/records/order.ts';
import type { OrderDispute } from '../../../contract/records/order-dispute.ts';
import { refundableStatuses } from '../../../contract/records/order-states.ts';
import { canWithdraw } from '../../../contract/rules/withdrawal.ts';

/** The fields of a stored order on which its state depends. */
interface WaitingOrder extends Omit<Order, 'history'> {
  dispute?: OrderDispute;
  hasRefundFailed?: boolean;
  isRefundedElsewhere?: true;
  withdrawalStatedAt?: string;
}

/** The state in which the desk lists an order: first what the team has to do, then its status. Undefined for a checkout that was never finished. */
export function deskStateOf(order: WaitingOrder): DeskState | undefined {
  const { status, dispute, hasRefundFailed, isRefundedElsewhere, withdrawalStatedAt } = order;
  if (status === 'created' || status === 'expired') return undefined;
  // An order that was settled before disputes were stored has none.
  if (dispute ? dispute.needsEvidence : status === 'disputed') return 'disputeOpen';
  if (hasRefundFailed && !isRefundedElsewhere && refundableStatuses.includes(status)) return 'refundFailed';
  if (withdrawalStatedAt && canWithdraw(order, new Date(withdrawalStatedAt))) return 'withdrawalStated';
  return status;
}
