import { Link } from 'react-router-dom';
import type { Order } from '../../../../contract/records/order.ts';
import { canWithdraw } from '../../../../contract/rules/withdrawal.ts';
import { Badge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button-link.tsx';
import type { Elements } from '../../components/elements.ts';
import { LicenseTerms } from '../../components/license-terms.tsx';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { TeamAccess } from '../../components/team-access.tsx';
import hidden from '../../components/visually-hidden.module.css';
import { formatDate } from '../../lib/format-date.ts';
import { useAccess } from '../../lib/session.ts';
import {
  describeState,
  nameOfCountry,
  nameOfPurchase,
  priceOfPurchase,
  taxOfPurchase,
} from './describe-order.ts';
import { InvoiceButtons } from './invoice-buttons.tsx';
import styles from './purchases-tab.module.css';
import { TermsLink } from './terms-link.tsx';
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

/** One of the user's orders. */
function Purchase({ order }: { order: Order }) {
  const { createdAt, status, termsVersion } = order;
  const { label, tone, sentence } = describeState(order);
  const date = formatDate(createdAt);
  const name = nameOfPurchase(order);
  // For screen readers, because the links of all purchases have the same text.
  const which = <span className={hidden.visuallyHidden}>{` for ${name} of ${date}`}</span>;

  return (
    <li className={styles.purchase}>
      <div className={styles.heading}>
        <h2>{name}</h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className={styles.facts}>
        <span>{[priceOfPurchase(order), taxOfPurchase(order)].filter(Boolean).join(', ')}</span>
        {order.country && <span>{nameOfCountry(order.country)}</span>}
        <time dateTime={createdAt}>{date}</time>
        <Receipts order={order}>{which}</Receipts>
      </p>
      <p>{sentence}</p>
      {status === 'failed' && (
        <div>
          <Link to="/pricing">Order again{which}</Link>
        </div>
      )}
      {canWithdraw(order, new Date()) && (
        <div>
          <Link to={`/withdraw?order=${encodeURIComponent(order.orderId)}`}>
            Withdraw from contract here{which}
          </Link>
        </div>
      )}
      <div className={styles.documents}>
        <InvoiceButtons order={order}>{which}</InvoiceButtons>
      </div>
      {status !== 'failed' && (
        <details className={styles.terms}>
          <summary>The license as ordered</summary>
          <LicenseTerms version={termsVersion} />
          <p>
            Terms of <TermsLink version={termsVersion} />.
          </p>
        </details>
      )}
    </li>
  );
}

/** Our receipt, which shows taxes and the seller, and that of Stripe. None for an order that was never paid. */
function Receipts({ order, children }: { order: Order; children: Elements }) {
  return (
    <>
      {order.licensedAt && (
        <Link to={`/receipt?order=${encodeURIComponent(order.orderId)}`}>Receipt{children}</Link>
      )}
      {order.receiptUrl && <NewTabLink href={order.receiptUrl}>Stripe’s receipt{children}</NewTabLink>}
    </>
  );
}
