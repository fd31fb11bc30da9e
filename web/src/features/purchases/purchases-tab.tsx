import type { Order } from '../../../../contract/records/order.ts';
import { ButtonLink } from '../../components/button-link.tsx';
import { TeamAccess } from '../../components/team-access.tsx';
import { useAccess } from '../../lib/session.ts';
import { Purchase } from './purchase.tsx';
import styles from './purchases-tab.module.css';
import { WithOrders } from './with-orders.tsx';

export function PurchasesTab() {
  return (
    <WithOrders>
      {(orders) => (orders.length > 0 ? <PurchaseList orders={orders} /> : <NothingYet />)}
    </WithOrders>
  );
}

function PurchaseList({ orders }: { orders: Order[] }) {
  return (
    <ul className={styles.purchases}>
      {orders.map((order) => (
        <Purchase key={order.orderId} order={order} />
      ))}
    </ul>
  );
}

function NothingYet() {
  if (useAccess() === 'team')
    return (
      <p>
        You have not bought anything. <TeamAccess />
      </p>
    );
  return (
    <>
      <p>You have not bought anything yet. Your purchases and receipts will appear here.</p>
      <ButtonLink to="/pricing">See the offer</ButtonLink>
    </>
  );
}
