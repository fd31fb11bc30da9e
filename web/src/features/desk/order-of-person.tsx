import type { DeskOrder } from '../../../../contract/records/desk-person.ts';
import { orderStates } from '../../../../contract/records/order-states.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
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
          <DeskAction
            label="Send the license again"
            act={(request) => callDesk('deskMailLicense', { ...request, orderId })}
            onDone={onChange}
          />
        )}
        <DeskAction
          label="Ask Stripe again"
          act={(request) => callDesk('deskSettle', { ...request, orderId })}
          onDone={onChange}
        />
      </div>
    </li>
  );
}
