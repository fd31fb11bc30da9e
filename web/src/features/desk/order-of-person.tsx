import type { DeskOrder } from '../../../../contract/records/desk-person.ts';
import { offerOf } from '../../../../contract/rules/catalog.ts';
import { stripeDisputeUrl, stripePaymentUrl } from '../../../../contract/rules/stripe-dashboard.ts';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { formatMoney } from '../../lib/format-money.ts';
import styles from './desk.module.css';
import { detailsAfter } from './details-after.ts';
import { OrderActions } from './order-actions.tsx';
import { stateName } from './state-name.ts';
import { utcTime } from './utc-time.ts';

interface OrderOfPersonProps {
  order: DeskOrder;
  onChange: (outcome?: string) => Promise<void>;
}

const refundReasons: Record<NonNullable<DeskOrder['refundReason']>, string> = {
  duplicate: 'refunded because it was paid twice',
  'account deleted': 'refunded because the account was deleted',
  withdrawn: 'refunded after a withdrawal',
  requested: 'refunded by the team',
};

/** An order with each change of its state and the cause. */
export function OrderOfPerson({ order, onChange }: OrderOfPersonProps) {
  const { orderId, priceId, amountInCents, currency, status, history, refundReason, source } = order;
  const { dispute, invoiceNumber, paymentIntentId } = order;
  return (
    <li>
      <p>
        <strong>{formatMoney(amountInCents, currency)}</strong>
        <span>
          {detailsAfter([
            offerOf(priceId)?.name ?? priceId,
            status === 'created' ? 'not paid as far as we know' : stateName(status),
            `ordered ${utcTime(order.createdAt)}`,
            invoiceNumber && `invoice ${invoiceNumber}`,
            source && `from a ${source}`,
            order.passedOnAt && `passed on ${utcTime(order.passedOnAt)}`,
            order.reissues && `reissued ${utcTime(order.reissues.at)}`,
            refundReason && refundReasons[refundReason],
            order.hasRefundFailed && 'the refund failed',
            dispute?.needsEvidence && `needs evidence${dispute.dueAt ? ` by ${utcTime(dispute.dueAt)}` : ''}`,
            order.withdrawalStatedAt &&
              !order.withdrawnAt &&
              `withdrawal stated ${utcTime(order.withdrawalStatedAt)}, not confirmed`,
          ])}
        </span>{' '}
        <code className={styles.words}>{orderId}</code>
        {paymentIntentId && (
          <>
            {' '}
            <NewTabLink href={stripePaymentUrl(orderId, paymentIntentId)}>Payment at Stripe</NewTabLink>
          </>
        )}
        {dispute?.needsEvidence && (
          <>
            {' '}
            <NewTabLink href={stripeDisputeUrl(orderId, dispute.disputeId)}>Evidence</NewTabLink>
          </>
        )}
      </p>
      <details>
        <summary>Timeline</summary>
        <ol className={styles.list}>
          {history.map(({ at, status: then, amountRefundedInCents, cause }) => (
            <li key={`${at}${then}${cause}`}>
              {`${utcTime(at)}: ${stateName(then)}${
                amountRefundedInCents > 0 ? `, ${formatMoney(amountRefundedInCents, currency)} refunded` : ''
              } (${cause})`}
            </li>
          ))}
        </ol>
      </details>
      <OrderActions order={order} onChange={onChange} />
    </li>
  );
}
