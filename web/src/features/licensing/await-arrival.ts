import type { ResponseOf } from '../../../../contract/operations/operations.ts';
import type { OrderStatus } from '../../../../contract/records/order-states.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { refreshGroups } from '../../lib/refresh-groups.ts';
import { waitForLicense } from './wait-for-license.ts';

/** The outcome of a checkout that gives no license, or not yet. */
type Settled =
  | 'awaitingMoney'
  | 'failed'
  | 'unfinished'
  | 'paidTwice'
  | 'refunded'
  | 'revoked'
  | 'unclear'
  | 'otherBuyer'
  | 'notFound';

/** The outcome of a checkout that a visitor returned from. */
export type Arrival = 'arrived' | 'late' | Settled;

/** Null if the license is expected. */
const settledByStatus: Readonly<Record<OrderStatus, Settled | null>> = {
  created: 'unfinished',
  free: null,
  paymentPending: 'awaitingMoney',
  failed: 'failed',
  expired: 'unfinished',
  paid: null,
  partlyRefunded: null,
  refunded: 'refunded',
  disputed: null,
  disputeWon: null,
  disputeLost: 'revoked',
  revoked: 'revoked',
};

/** Without a recent checkout, a license is unlikely to arrive. */
const patienceWithoutCheckoutMs = 10_000;

/** The visitor cannot have just returned from an older checkout. */
const recentMs = 24 * 60 * 60 * 1000;

/**
 * Confirms the checkout and waits for its license. Throws `ApiError` `unauthenticated` if the
 * sign-in has ended, and the signal's reason when it is aborted.
 * @param namedSession the checkout in the address, if any; otherwise the account's newest of the
 * last day
 */
export async function awaitArrival(namedSession: string | null, signal: AbortSignal): Promise<Arrival> {
  const sessionId = namedSession ?? (await findRecentCheckout());
  if (sessionId === null) {
    const outcome = await waitForLicense(licenseSources, signal, patienceWithoutCheckoutMs);
    return outcome === 'late' ? 'notFound' : outcome;
  }
  const settled = sessionId === undefined ? null : await confirm(sessionId);
  signal.throwIfAborted();
  if (settled === null) return waitForLicense(licenseSources, signal);
  // Only new tokens show whether the user still holds a license, perhaps by another order.
  if (mayChangeGroups.has(settled)) await refreshGroups().catch(() => {});
  return settled;
}

const licenseSources = {
  isLicenseActive: async () => (await callApi('me')).subscription.status === 'active',
  refreshGroups,
};

/** Returns null if there is none, and undefined if the API does not respond. */
async function findRecentCheckout(): Promise<string | null | undefined> {
  try {
    // A gift did not come from a checkout.
    const newest = (await callApi('myOrders')).orders.find(({ source }) => !source);
    return newest && Date.now() - Date.parse(newest.createdAt) < recentMs ? newest.orderId : null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') throw error;
    return undefined;
  }
}

const mayChangeGroups = new Set<Settled>(['paidTwice', 'refunded', 'revoked', 'unclear']);

/**
 * Also returns null if the API does not respond. Stripe notifies the server too, so the license may
 * still arrive.
 */
async function confirm(sessionId: string): Promise<Settled | null> {
  try {
    return settledBy(await callApi('confirmCheckout', { sessionId }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') throw error;
    if (error instanceof ApiError && error.code === 'not-found') return 'otherBuyer';
    return null;
  }
}

function settledBy({ status, refundReason }: ResponseOf<'confirmCheckout'>): Settled | null {
  // The server may be newer than this page and have more statuses.
  const settled: Settled | null | undefined = settledByStatus[status];
  if (settled === undefined) return 'unclear';
  const isRefunded = settled === null || settled === 'refunded';
  return refundReason === 'duplicate' && isRefunded ? 'paidTwice' : settled;
}
