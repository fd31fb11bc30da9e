import type { ListedOrder } from '../../../../contract/records/desk-orders.ts';
import { offerOf } from '../../../../contract/rules/catalog.ts';
import { stripeDisputeUrl, stripePaymentUrl } from '../../../../contract/rules/stripe-dashboard.ts';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { breakable } from '../../components/text/breakable.tsx';
import hidden from '../../components/visually-hidden.module.css';
import { formatMoney } from '../../lib/format-money.ts';
import { callDesk } from './call-desk.ts';
import { DeskAction } from './desk-action.tsx';
import { deskStateName, PersonLink, utcTime } from './details.tsx';
import styles from './order-table.module.css';

const columns = ['Date', 'Buyer', 'Offer', 'State', 'Amount', 'Tax', 'Country', 'Invoice', 'Stripe'];

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Orders as a table, which becomes a list of cards on a narrow screen. */
export function OrderTable({ orders }: { orders: ListedOrder[] }) {
  return (
    <div className={styles.orders}>
      <table className={styles.table}>
        <caption className={hidden.visuallyHidden}>Orders, latest first</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row key={order.orderId} order={order} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ order }: { order: ListedOrder }) {
  const { orderId, priceId, amountInCents, amountRefundedInCents, taxInCents = 0, currency } = order;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <tr>
      <td data-label="Date" className={styles.short}>
        {dayFormat.format(new Date(order.createdAt))}
      </td>
      <td data-label="Buyer" className={styles.buyer}>
        <Buyer order={order} />
      </td>
      <td data-label="Offer">{offerOf(priceId)?.name ?? priceId}</td>
      <td data-label="State">
        <State order={order} />
      </td>
      <td data-label="Amount" className={styles.short}>
        <span>{money(amountInCents)}</span>
        {amountRefundedInCents > 0 && (
          <span className={styles.detail}>{`${money(amountRefundedInCents)} refunded`}</span>
        )}
      </td>
      <td data-label="Tax" className={styles.short}>
        {taxInCents > 0 && money(taxInCents)}
      </td>
      <td data-label="Country">{order.country}</td>
      <td data-label="Invoice" className={styles.short}>
        {order.invoiceNumber}
      </td>
      <td data-label="Stripe" className={styles.short}>
        {order.paymentIntentId && (
          <NewTabLink href={stripePaymentUrl(orderId, order.paymentIntentId)}>Payment</NewTabLink>
        )}
      </td>
    </tr>
  );
}

function Buyer({ order: { userId, email, source, orderId } }: { order: ListedOrder }) {
  return (
    <>
      {userId ? (
        <PersonLink userId={userId}>{breakable(email ?? userId, /(?<=[@.])/)}</PersonLink>
      ) : (
        <span>Account deleted</span>
      )}
      {source && <span className={styles.detail}>{`from a ${source}`}</span>}
      {!userId && <code className={styles.detail}>{orderId}</code>}
    </>
  );
}

/** The state in words, and what the team can do about it. */
function State({ order }: { order: ListedOrder }) {
  const { orderId, state, dispute, changes } = order;
  return (
    <>
      <span>{deskStateName(state)}</span>
      {state === 'disputeOpen' && dispute && (
        <span className={styles.detail}>
          <span>{describeDispute(dispute)}</span>{' '}
          <NewTabLink href={stripeDisputeUrl(orderId, dispute.disputeId)}>Evidence</NewTabLink>
        </span>
      )}
      {(state === 'refundFailed' || state === 'withdrawalStated') && (
        <div className={styles.action}>
          <DeskAction
            label="Mark as done"
            act={(request) => callDesk('deskConclude', { ...request, orderId, seen: changes })}
            outcome="The order is marked as done."
          />
        </div>
      )}
    </>
  );
}

function describeDispute({
  reason,
  amountInCents,
  currency,
  dueAt,
}: NonNullable<ListedOrder['dispute']>): string {
  const about = `${formatMoney(amountInCents, currency)}, ${reason.replaceAll('_', ' ')}`;
  return dueAt ? `${about}, by ${utcTime(dueAt)}.` : `${about}.`;
}
