import type { ReactNode } from 'react';
import type { Order } from '../../../../contract/order.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { useOrders } from './use-orders.ts';

/** Shows what needs the visitor's orders once they are there; until then, or if they do not come, says so. */
export function WithOrders({ children }: { children: (orders: Order[]) => ReactNode }) {
  const { orders, failure, askAgain } = useOrders();
  if (orders) return children(orders);
  if (!failure) return <Progress label="Loading your purchases…" />;
  return (
    <Notice tone="error">
      <p>{failure}</p>
      <Button look="quiet" onClick={askAgain}>
        Try again
      </Button>
    </Notice>
  );
}
