import { orderStates } from '../../../contract/records/order-states.ts';
import { givesLicense } from '../../../lambdas/domain/orders/advance-order.ts';
import type { StoredOrder } from '../../../lambdas/domain/orders/order-store.ts';

/** Whether an order still gives its license, in words for the team. */
export interface LicenseState {
  works: boolean;
  words: string;
}

/**
 * @param hasAccount whether the holder's account still exists
 * @param issue how often the license had been reissued when the file was signed
 */
export function describeLicenseState(order: StoredOrder, hasAccount: boolean, issue: number): LicenseState {
  if (!hasAccount) return { works: false, words: 'the account of its holder was deleted' };
  if (givesLicense(order) && order.reissues && issue < order.reissues.count)
    return { works: false, words: `replaced, the license was reissued at ${order.reissues.at}` };
  if (givesLicense(order)) return { works: true, words: `active, the order is ${order.status}` };
  if (order.refundReason === 'withdrawn')
    return { works: false, words: `revoked, the buyer withdrew at ${order.withdrawnAt}` };
  if (order.refundReason === 'requested') return { works: false, words: 'revoked, the team refunded it' };
  if (order.refundReason)
    return { works: false, words: `never active, the payment is refunded (${order.refundReason})` };
  const since = endOfLicense(order);
  return { works: false, words: `revoked${since ? ` since ${since}` : ''}, the order is ${order.status}` };
}

/** When the order left the last state that gives the license. */
function endOfLicense({ history }: StoredOrder): string | undefined {
  const last = history.findLastIndex(({ status }) => orderStates[status].givesLicense);
  return history[last + 1]?.at;
}
