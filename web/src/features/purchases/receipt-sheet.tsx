import type { Order } from '../../../../contract/records/order.ts';
import type { Seller } from '../../../../contract/records/web-settings.ts';
import { BrandMark } from '../../components/brand-mark.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { site } from '../../lib/site.ts';
import {
  describeState,
  nameOfCountry,
  nameOfPurchase,
  priceOfPurchase,
  refundOfPurchase,
} from './describe-order.ts';
import styles from './receipt-sheet.module.css';
import { TermsLink } from './terms-link.tsx';

interface ReceiptSheetProps {
  order: Order;
  /** The account's current email address. */
  account: string;
  seller: Seller;
}

/** A receipt on one sheet: the product, the seller, the date and the price. */
export function ReceiptSheet({ order, account, seller }: ReceiptSheetProps) {
  const { label, sentence } = describeState(order);
  const { amountInCents, taxInCents, currency, country, isReverseCharge } = order;
  const refund = refundOfPurchase(order);

  return (
    <article className={styles.sheet} aria-label="Receipt">
      <p className={styles.brand}>
        <BrandMark /> <span>{site.name}</span>
      </p>
      <p className={styles.sum}>
        <span>{nameOfPurchase(order)}</span> <strong>{priceOfPurchase(order)}</strong>
      </p>
      <dl className={styles.facts}>
        {taxInCents !== undefined && amountInCents > 0 && (
          <>
            <dt>Price without tax</dt>
            <dd>{formatMoney(amountInCents - taxInCents, currency)}</dd>
            <dt>Tax</dt>
            <dd>
              {formatMoney(taxInCents, currency) +
                (isReverseCharge ? ', reverse charge: the buyer accounts for the tax' : '')}
            </dd>
          </>
        )}
        <dt>Total</dt>
        <dd>{formatMoney(amountInCents, currency)}</dd>
        {refund && (
          <>
            <dt>Refunded</dt>
            <dd>{refund}</dd>
          </>
        )}
        {country && (
          <>
            <dt>Country</dt>
            <dd>{nameOfCountry(country)}</dd>
          </>
        )}
        <dt>Date</dt>
        <dd>{formatDate(order.createdAt)}</dd>
        <dt>Account</dt>
        <dd>{account}</dd>
        <dt>State</dt>
        <dd>
          <strong>{`${label}.`}</strong> <span>{sentence}</span>
        </dd>
        <dt>Terms</dt>
        <dd>
          Version of <TermsLink version={order.termsVersion} />
        </dd>
        <dt>Order</dt>
        <dd>
          <code>{order.orderId}</code>
        </dd>
      </dl>
      <address className={styles.seller}>
        <strong>{seller.name}</strong>
        {seller.address.map((line) => (
          <span key={line}>{line}</span>
        ))}
        {seller.vatId && <span>{`VAT ID ${seller.vatId}`}</span>}
      </address>
      <p className={styles.origin}>{new URL(site.origin).host}</p>
    </article>
  );
}
