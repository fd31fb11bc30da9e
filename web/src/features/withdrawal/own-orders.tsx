import { offerOf } from '../../../../contract/rules/catalog.ts';
import { canWithdraw } from '../../../../contract/rules/withdrawal.ts';
import { Button } from '../../components/button.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { useAnswer } from '../../lib/use-answer.ts';
import styles from './withdrawal-panel.module.css';

/**
 * The orders from which a signed-in buyer can withdraw, to fill in the order number. Shows nothing while
 * they load or if there are none, because the form works without them.
 */
export function OwnOrders({ onChoose }: { onChoose: (orderId: string) => void }) {
  const { value } = useAnswer('myOrders');
  const now = new Date();
  const orders = (value?.orders ?? []).filter((order) => canWithdraw(order, now));
  if (orders.length === 0) return null;
  return (
    <fieldset className={styles.orders}>
      <legend>Your orders</legend>
      <p>A button only fills in the order number. You check the statement before you withdraw.</p>
      {orders.map(({ orderId, priceId, amountInCents, currency, createdAt }) => (
        <Button key={orderId} look="quiet" onClick={() => onChoose(orderId)}>
          {`Fill in the form for ${offerOf(priceId)?.name ?? 'the license'}, ${formatMoney(amountInCents, currency)}, ${formatDate(createdAt)}`}
        </Button>
      ))}
    </fieldset>
  );
}
