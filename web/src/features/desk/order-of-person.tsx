import type { DeskOrder } from '../../../../contract/records/desk-person.ts';
import { formatMoney } from '../../lib/format-money.ts';
import styles from './desk.module.css';
import { OrderActions } from './order-actions.tsx';
import { utcTime } from './utc-time.ts';

interface OrderOfPersonProps {
  order: DeskOrder;
  onChange: () => Promise<void>;
}

/** An order with each change of its state and what caused it. */
export function OrderOfPerson({ order, onChange }: OrderOfPersonProps) {
  const { orderId, amountInCents, currency, status, history, refundReason, source } = order;
  return (
    <li>
      <p>
        <strong>{formatMoney(amountInCents, currency)}</strong>,{' '}
        {status === 'created' ? 'not paid as far as we know' : status}
        {source && `, from a ${source}`}
        {refundReason && `, refunded: ${refundReason}`}
        {order.isSendBackFailed && ', the refund failed'} <code className={styles.words}>{orderId}</code>
      </p>
      <details>
        <summary>Timeline</summary>
        <ol className={styles.list}>
          {history.map(({ at, status: then, amountRefundedInCents, cause }) => (
            <li key={`${at}${then}${cause}`}>
              {utcTime(at)}: {then}
              {amountRefundedInCents > 0 && `, ${formatMoney(amountRefundedInCents, currency)} refunded`} (
              {cause})
            </li>
          ))}
        </ol>
      </details>
      <OrderActions order={order} onChange={onChange} />
    </li>
  );
}
