import type { ResponseOf } from '../../../../contract/operations.ts';
import type { OrderStatus } from '../../../../contract/order-states.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { refreshGroups } from './refresh-groups.ts';
import { waitForLicense } from './wait-for-license.ts';

/** What is known at once of a checkout that gives no license, or none yet. */
type Settled =
  | 'awaitingMoney'
  | 'failed'
  | 'unfinished'
  | 'paidTwice'
  | 'sentBack'
  | 'takenBack'
  | 'unclear'
  | 'ofSomebodyElse';

/** How a checkout ended from which somebody came back. */
export type Arrival = 'arrived' | 'late' | Settled;

/** Null where the license is on its way. */
const settledByStatus: Readonly<Record<OrderStatus, Settled | null>> = {
  created: 'unfinished',
  free: null,
  paymentPending: 'awaitingMoney',
  failed: 'failed',
  expired: 'unfinished',
  paid: null,
  partlyRefunded: null,
  refunded: 'sentBack',
  disputed: null,
  disputeWon: null,
  disputeLost: 'takenBack',
};

/**
 * Has the order looked at and waits for its license.
 * Throws `ApiError` `unauthenticated` if the sign-in has ended, and the signal's reason when it is aborted.
 * @param sessionId of the checkout, if the address names it
 */
export async function awaitArrival(sessionId: string | null, signal: AbortSignal): Promise<Arrival> {
  const settled = sessionId === null ? null : await confirm(sessionId);
  signal.throwIfAborted();
  if (settled === null) {
    const isLicenseActive = async () => (await callApi('me')).subscription.status === 'active';
    return waitForLicense({ isLicenseActive, refreshGroups }, signal);
  }
  // Whether they hold a license, by another order or no more, only new tokens say.
  if (mayChangeGroups.has(settled)) await refreshGroups().catch(() => {});
  return settled;
}

const mayChangeGroups = new Set<Settled>(['paidTwice', 'sentBack', 'takenBack', 'unclear']);

/** Null also when there is no answer: Stripe tells the server as well, so the license may come all the same. */
async function confirm(sessionId: string): Promise<Settled | null> {
  try {
    return settledBy(await callApi('confirmCheckout', { sessionId }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') throw error;
    if (error instanceof ApiError && error.code === 'not-found') return 'ofSomebodyElse';
    return null;
  }
}

function settledBy({ status, refundReason }: ResponseOf<'confirmCheckout'>): Settled | null {
  // The server may be newer than this page, and know states that are not known here.
  const settled: Settled | null | undefined = settledByStatus[status];
  if (settled === undefined) return 'unclear';
  const isSentBack = settled === null || settled === 'sentBack';
  return refundReason === 'duplicate' && isSentBack ? 'paidTwice' : settled;
}
