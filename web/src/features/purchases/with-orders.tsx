import type { Order } from '../../../../contract/records/order.ts';
import type { Elements } from '../../components/elements.ts';
import { WithAnswer } from '../../components/with-answer.tsx';
import { useAnswer } from '../../lib/use-answer.ts';

/** Shows content that needs the user's orders, newest first. */
export function WithOrders({ children }: { children: (orders: Order[]) => Elements }) {
  return (
    <WithAnswer answer={useAnswer('myOrders')} loadingLabel="Loading your purchases…">
      {({ orders }) => children(orders)}
    </WithAnswer>
  );
}
