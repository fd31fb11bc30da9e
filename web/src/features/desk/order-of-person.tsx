import type { DeskOrder } from '../../../../contract/records/desk-person.ts';
import { orderStates } from '../../../../contract/records/order-states.ts';
import { formatMoney } from '../../lib/format-money.ts';
import styles from './desk.module.css';
import { OrderAction } from './order-action.tsx';
import { utcTime } from './utc-time.ts';

interface OrderOfPersonProps {
  order: DeskOrder;
  onChange: () => Promise<void>;
}

/** An order with each change of its state and what caused it. */
export function OrderOfPerson({ order, onChange }: OrderOfPersonProps) {
  const { orderId, amountInCents, currency, status, history, licenseFile, refundReason } = order;
  const givesLicense = orderStates[status].givesLicense && !refundReason;
  return (
    <li>
      <p>
        <strong>{formatMoney(amountInCents, currency)}</strong>, {status}
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
      <div className={styles.actions}>
        {givesLicense && licenseFile && (
          <OrderAction
            operation="deskMailLicense"
            label="Send the license again"
            order={order}
            onDone={onChange}
          />
        )}
        <OrderAction operation="deskSettle" label="Ask Stripe again" order={order} onDone={onChange} />
      </div>
    </li>
  );
}
