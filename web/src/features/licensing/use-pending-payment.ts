import { useCallback, useEffect, useState } from 'react';
import { isPaymentPending } from '../../../../contract/records/order-states.ts';
import { callApi } from '../../lib/call-api.ts';
import { useAccess, useSession } from '../../lib/session.ts';

/**
 * Whether the bank is processing a payment of the visitor for the license. Asks the server for signed-in visitors without a license.
 * @param isAsking false while another part of the page learns it, and then calls the returned function
 */
export function usePendingPayment(isAsking: boolean): [isPending: boolean, setPending: () => void] {
  const session = useSession();
  const userId = session?.userId ?? session?.email;
  const access = useAccess();
  const [buyer, setBuyer] = useState<string>();
  const isForSale = isAsking && access === 'none';

  useEffect(() => {
    if (!userId || !isForSale) return;
    callApi('myOrders')
      .then(({ orders }) => {
        if (orders.some(isPaymentPending)) setBuyer(userId);
      })
      // The page then offers the checkout, which the server refuses.
      .catch(() => {});
  }, [userId, isForSale]);

  return [userId !== undefined && buyer === userId, useCallback(() => setBuyer(userId), [userId])];
}
