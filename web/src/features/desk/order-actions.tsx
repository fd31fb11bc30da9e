import { TextField } from '@aws-amplify/ui-react';
import type { DeskOrder } from '../../../../contract/records/desk-person.ts';
import { licenseFileName, licenseFileType } from '../../../../contract/records/license-file-name.ts';
import { orderStates, refundableStatuses } from '../../../../contract/records/order-states.ts';
import { fractionDigitsOf, stepOf } from '../../../../contract/rules/format-price.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { downloadText } from '../../lib/download-text.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';

interface OrderActionsProps {
  order: DeskOrder;
  /** Called with a sentence about the result when the button disappears. */
  onChange: (outcome?: string) => Promise<void>;
}

/** The actions of the team on an order in its state. The server checks them again. */
export function OrderActions({ order, onChange }: OrderActionsProps) {
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
            onDone={() => onChange()}
            onConflict={onChange}
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
            onDone={() => onChange('The license belongs to the other account now.')}
            onConflict={onChange}
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
            onDone={() => onChange()}
            onConflict={onChange}
          />
          <DeskAction
            label="Download the license file"
            done="The license file was downloaded."
            act={async (request) => {
              const { licenseFile } = await callDesk('deskLicenseFile', { ...request, orderId });
              downloadText(licenseFileName, licenseFileType, licenseFile);
            }}
            onDone={() => onChange()}
            onConflict={onChange}
          />
        </>
      )}
      {refundableStatuses.includes(status) && !refundReason && (
        <>
          <DeskAction
            label={`Refund ${left}`}
            act={(request) => callDesk('deskRefund', { ...request, orderId, seen: history.length })}
            onDone={() => onChange(`${left} refunded. The license has ended.`)}
            onConflict={onChange}
          />
          <PartialRefund order={order} onChange={onChange} />
        </>
      )}
      {source && givesLicense && (
        <DeskAction
          label="Revoke"
          act={(request) => callDesk('deskRevoke', { ...request, orderId, seen: history.length })}
          onDone={() => onChange('The license is revoked.')}
          onConflict={onChange}
        />
      )}
      {!source && (
        <DeskAction
          label="Ask Stripe again"
          done="Stripe was asked: the order shows what it said."
          act={(request) => callDesk('deskSettle', { ...request, orderId })}
          onDone={() => onChange()}
          onConflict={onChange}
        />
      )}
    </div>
  );
}

function PartialRefund({ order, onChange }: OrderActionsProps) {
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
      onDone={() => onChange()}
      onConflict={onChange}
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
