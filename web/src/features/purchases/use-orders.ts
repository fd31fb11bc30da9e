import { useCallback, useEffect, useState } from 'react';
import type { Order } from '../../../../contract/order.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';

interface OwnOrders {
  /** Newest first; null until they are known. */
  orders: Order[] | null;
  failure: string | null;
  askAgain: () => void;
}

/** What the visitor has bought, or tried to. */
export function useOrders(): OwnOrders {
  const [orders, setOrders] = useState<Order[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isAsking = !orders && !failure;

  useEffect(() => {
    if (!isAsking) return;
    let isGone = false;
    callApi('myOrders').then(
      (answer) => !isGone && setOrders(answer.orders),
      (error: unknown) => !isGone && setFailure(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [isAsking]);

  return { orders, failure, askAgain: useCallback(() => setFailure(null), []) };
}
