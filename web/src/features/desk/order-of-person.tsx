import { TextField } from '@aws-amplify/ui-react';
import type { DeskOrder } from '../../../../contract/records/desk-person.ts';
import { licenseFileName, licenseFileType } from '../../../../contract/records/license-file-name.ts';
import { orderStates, refundableStatuses } from '../../../../contract/records/order-states.ts';
import { offerOf } from '../../../../contract/rules/catalog.ts';
import { fractionDigitsOf, stepOf } from '../../../../contract/rules/format-price.ts';
import { stripeDisputeUrl, stripePaymentUrl } from '../../../../contract/rules/stripe-dashboard.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { downloadText } from '../../lib/download-text.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { detailsAfter, stateName, utcTime } from './details.tsx';

const refundReasons: Record<NonNullable<DeskOrder['refundReason']>, string> = {
  duplicate: 'refunded because it was paid twice',
  'account deleted': 'refunded because the account was deleted',
  withdrawn: 'refunded after a withdrawal',
  requested: 'refunded by the team',
};

/** An order with each change of its state and the cause. */
export function OrderOfPerson({ order }: { order: DeskOrder }) {
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
      <OrderActions order={order} />
    </li>
  );
}

/** The actions of the team on an order in its state. The server checks them again. */
function OrderActions({ order }: { order: DeskOrder }) {
  const { orderId, history, status, refundReason, hasLicenseFile, source } = order;
  const givesLicense = orderStates[status].givesLicense && !refundReason;
  const left = formatMoney(order.amountInCents - order.amountRefundedInCents, order.currency);
  return (
    <div className={styles.actions}>
      {givesLicense && hasLicenseFile && (
        <>
          <DeskAction
            label="Send the license again"
            done="The license was sent again."
            act={(request) => callDesk('deskMailLicense', { ...request, orderId })}
          />
          <DeskAction
            label="Move to another account"
            act={(request, fields) =>
              callDesk('deskMoveLicense', {
                ...request,
                orderId,
                seen: history.length,
                email: textOf(fields, 'email'),
              })
            }
            outcome="The license belongs to the other account now."
          >
            <TextField
              label="Address of the account"
              name="email"
              type="email"
              autoComplete="off"
              isRequired
            />
          </DeskAction>
          <DeskAction
            label="Issue a new license file"
            done="Updates need the new file now. It is on its way to the person."
            act={(request) => callDesk('deskReissueLicense', { ...request, orderId })}
          />
          <DeskAction
            label="Download the license file"
            done="The license file was downloaded."
            act={async (request) => {
              const { licenseFile } = await callDesk('deskLicenseFile', { ...request, orderId });
              downloadText(licenseFileName, licenseFileType, licenseFile);
            }}
          />
        </>
      )}
      {refundableStatuses.includes(status) && !refundReason && (
        <>
          <DeskAction
            label={`Refund ${left}`}
            act={(request) => callDesk('deskRefund', { ...request, orderId, seen: history.length })}
            outcome={`${left} refunded. The license has ended.`}
          />
          <PartialRefund order={order} />
        </>
      )}
      {source && givesLicense && (
        <DeskAction
          label="Revoke"
          act={(request) => callDesk('deskRevoke', { ...request, orderId, seen: history.length })}
          outcome="The license is revoked."
        />
      )}
      {!source && (
        <DeskAction
          label="Ask Stripe again"
          done="Stripe was asked: the order shows what it said."
          act={(request) => callDesk('deskSettle', { ...request, orderId })}
        />
      )}
    </div>
  );
}

function PartialRefund({ order }: { order: DeskOrder }) {
  const { orderId, history, currency, amountInCents, amountRefundedInCents } = order;
  const unit = 10 ** fractionDigitsOf(currency);
  const step = stepOf(currency);
  return (
    <DeskAction
      label="Refund a part"
      done="The part was refunded."
      act={(request, fields) =>
        callDesk('deskRefund', {
          ...request,
          orderId,
          seen: history.length,
          amountInCents: Math.round(Number(textOf(fields, 'amount')) * unit),
        })
      }
    >
      <TextField
        label={`Amount in ${currency.toUpperCase()}`}
        name="amount"
        type="number"
        min={step / unit}
        max={(amountInCents - amountRefundedInCents - step) / unit}
        step={step / unit}
        isRequired
      />
    </DeskAction>
  );
}
