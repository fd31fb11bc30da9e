import type { Order } from '../../../../contract/order.ts';
import { formatDate } from '../../lib/format-date.ts';
import { site } from '../../site.ts';
import { BrandMark } from '../navigation/brand-mark.tsx';
import { describeState, nameOfPurchase, priceOfPurchase } from './describe-order.ts';
import styles from './receipt.module.css';

interface ReceiptProps {
  order: Order;
  /** The e-mail address that it has today. */
  account: string;
}

/** What somebody bought, when and for how much, on one sheet. */
export function Receipt({ order, account }: ReceiptProps) {
  const { label, sentence } = describeState(order);

  return (
    <article className={styles.sheet} aria-label="Receipt">
      <p className={styles.brand}>
        <BrandMark /> {site.name}
      </p>
      <p className={styles.sum}>
        <span>{nameOfPurchase(order)}</span> <strong>{priceOfPurchase(order)}</strong>
      </p>
      <dl className={styles.facts}>
        <dt>Date</dt>
        <dd>{formatDate(order.createdAt)}</dd>
        <dt>Account</dt>
        <dd>{account}</dd>
        <dt>State</dt>
        <dd>
          <strong>{label}.</strong> {sentence}
        </dd>
        {order.termsVersion && (
          <>
            <dt>Terms</dt>
            <dd>Those of {formatDate(order.termsVersion)}</dd>
          </>
        )}
        <dt>Order</dt>
        <dd>
          <code>{order.orderId}</code>
        </dd>
      </dl>
      <p className={styles.origin}>{new URL(site.origin).host}</p>
    </article>
  );
}
