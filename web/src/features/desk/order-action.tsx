import { TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import type { DeskOrder } from '../../../../contract/records/desk-person.ts';
import { maxReasonLength } from '../../../../contract/rules/desk-rules.ts';
import { Button } from '../../components/button.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Notice } from '../../components/notice.tsx';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';

interface OrderActionProps {
  operation: 'deskMailLicense' | 'deskSettle';
  label: string;
  order: DeskOrder;
  onDone: () => Promise<void>;
}

/** A button that asks for a reason, and then acts. A repeated request is the same action. */
export function OrderAction({ operation, label, order: { orderId }, onDone }: OrderActionProps) {
  const [actionId, setActionId] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);

  async function act(fields: FormData) {
    if (!actionId) return;
    await callApi(operation, { actionId, orderId, reason: textOf(fields, 'reason') });
    setActionId(null);
    setIsDone(true);
    await onDone();
  }

  if (!actionId)
    return (
      <>
        <Button look="quiet" onClick={() => setActionId(crypto.randomUUID())}>
          {label}
        </Button>
        {isDone && <Notice tone="success">Done: {label.toLowerCase()}.</Notice>}
      </>
    );
  return (
    <SubmitForm
      submitLabel={label}
      describeError={messageOf}
      onSubmit={act}
      actions={
        <Button look="quiet" onClick={() => setActionId(null)}>
          Cancel
        </Button>
      }
    >
      <TextField
        label="Reason"
        name="reason"
        autoComplete="off"
        maxLength={maxReasonLength}
        isRequired
        autoFocus
      />
    </SubmitForm>
  );
}
