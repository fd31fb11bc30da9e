import { TextField } from '@aws-amplify/ui-react';
import type { DeskOrder } from '../../../../contract/records/desk-person.ts';
import { orderStates } from '../../../../contract/records/order-states.ts';
import { fractionDigitsOf } from '../../../../contract/rules/format-price.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { formatMoney } from '../../lib/format-money.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';

interface OrderActionsProps {
  order: DeskOrder;
  onChange: () => Promise<void>;
}

const refundable: readonly DeskOrder['status'][] = ['paid', 'partlyRefunded', 'disputeWon'];

/** What the team can do with an order in its state. The server decides again. */
export function OrderActions({ order, onChange }: OrderActionsProps) {
  const { orderId, history, status, refundReason, licenseFile, source } = order;
  const givesLicense = orderStates[status].givesLicense && !refundReason;
  const left = formatMoney(order.amountInCents - order.amountRefundedInCents, order.currency);
  return (
    <div className={styles.actions}>
      {givesLicense && licenseFile && (
        <DeskAction
          label="Send the license again"
          act={(request) => callDesk('deskMailLicense', { ...request, orderId })}
          onDone={onChange}
        />
      )}
      {refundable.includes(status) && !refundReason && (
        <>
          <DeskAction
            label={`Refund ${left}`}
            act={(request) => callDesk('deskRefund', { ...request, orderId, seen: history.length })}
            onDone={onChange}
          />
          <PartialRefund order={order} onChange={onChange} />
        </>
      )}
      {source && givesLicense && (
        <DeskAction
          label="Revoke"
          act={(request) => callDesk('deskRevoke', { ...request, orderId, seen: history.length })}
          onDone={onChange}
        />
      )}
      {!source && (
        <DeskAction
          label="Ask Stripe again"
          act={(request) => callDesk('deskSettle', { ...request, orderId })}
          onDone={onChange}
        />
      )}
    </div>
  );
}

function PartialRefund({ order, onChange }: OrderActionsProps) {
  const { orderId, history, currency, amountInCents, amountRefundedInCents } = order;
  const unit = 10 ** fractionDigitsOf(currency);
  return (
    <DeskAction
      label="Refund a part"
      act={(request, fields) =>
        callDesk('deskRefund', {
          ...request,
          orderId,
          seen: history.length,
          amountInCents: Math.round(Number(textOf(fields, 'amount')) * unit),
        })
      }
      onDone={onChange}
    >
      <TextField
        label={`Amount in ${currency.toUpperCase()}`}
        name="amount"
        type="number"
        min={1 / unit}
        max={(amountInCents - amountRefundedInCents - 1) / unit}
        step={1 / unit}
        isRequired
      />
    </DeskAction>
  );
}
