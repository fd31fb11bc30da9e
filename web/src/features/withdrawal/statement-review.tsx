import type { Statement } from './statement-form.tsx';
import styles from './withdrawal-panel.module.css';

/** The statement as we receive it when the buyer confirms it. */
export function StatementReview({ statement: { name, orderId, email } }: { statement: Statement }) {
  return (
    <>
      <p>
        <strong>I withdraw from the contract for this order.</strong>
      </p>
      <dl className={styles.facts}>
        <dt>Name</dt>
        <dd dir="auto">{name}</dd>
        {orderId && (
          <>
            <dt>Order number</dt>
            <dd>
              <code>{orderId}</code>
            </dd>
          </>
        )}
        {email && (
          <>
            <dt>Email address</dt>
            <dd>{email}</dd>
          </>
        )}
      </dl>
      <p>
        If you paid for the order and withdraw in time, we refund the whole price, and your license ends. This
        cannot be undone.
      </p>
    </>
  );
}
