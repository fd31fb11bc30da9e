import type { OrderStatus } from '../../../../contract/order-states.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { refreshGroups } from './refresh-groups.ts';
import { waitForLicense } from './wait-for-license.ts';

/** How a checkout ended from which somebody came back. */
export type Arrival = 'arrived' | 'late' | 'awaitingMoney' | 'failed' | 'unfinished' | 'sentBack';

/**
 * Has the order looked at and waits for its license.
 * Throws `ApiError` `unauthenticated` if the sign-in has ended, and the signal's reason when it is aborted.
 * @param sessionId of the checkout, if the address names it
 */
export async function awaitArrival(sessionId: string | null, signal: AbortSignal): Promise<Arrival> {
  const status = sessionId === null ? null : await confirm(sessionId);
  signal.throwIfAborted();
  switch (status) {
    case 'created':
    case 'expired':
      return 'unfinished';
    case 'paymentPending':
      return 'awaitingMoney';
    case 'failed':
      return 'failed';
    case 'refunded':
      // Whether they hold a license by another order, only new tokens say.
      await refreshGroups().catch(() => {});
      return 'sentBack';
    default: {
      const isLicenseActive = async () => (await callApi('me')).subscription.status === 'active';
      return waitForLicense({ isLicenseActive, refreshGroups }, signal);
    }
  }
}

/** Null when there is no answer: Stripe tells the server as well, so the license may come all the same. */
async function confirm(sessionId: string): Promise<OrderStatus | null> {
  try {
    return (await callApi('confirmCheckout', { sessionId })).status;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') throw error;
    return null;
  }
}
