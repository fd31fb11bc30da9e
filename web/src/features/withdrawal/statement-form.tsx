import { TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { emailSentence, isEmail, tidyEmail } from '../../../../contract/rules/email-address.ts';
import { textLimits } from '../../../../contract/rules/feedback-limits.ts';
import { isVisible, tidyLine } from '../../../../contract/rules/typed-text.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { messageOf } from '../../lib/message-of.ts';
import { useSession } from '../../lib/session.ts';
import { OwnOrders } from './own-orders.tsx';

/** The statement of the buyer, as typed. */
export interface Statement {
  name: string;
  orderId: string;
  email: string;
}

/** The correction that is necessary before the second step. */
class FieldProblem extends Error {}

/** The first step: the name, the order and the address of the buyer. */
export function StatementForm({
  initial,
  onContinue,
}: {
  initial: Statement;
  onContinue: (statement: Statement) => void;
}) {
  const isSignedIn = useSession() !== null;
  const [orderId, setOrderId] = useState(initial.orderId);

  async function submit(fields: FormData) {
    const name = tidyLine(textOf(fields, 'name'));
    const typedOrderId = orderId.trim();
    const email = tidyEmail(textOf(fields, 'email'));
    if (!isVisible(name)) throw new FieldProblem('Enter your name.');
    if (!isEmail(email)) throw new FieldProblem(emailSentence);
    if (typedOrderId && !/^cs_\w+$/.test(typedOrderId))
      throw new FieldProblem('Check the order number: it begins with cs_. You can also leave it out.');
    onContinue({ name, orderId: typedOrderId, email });
  }

  return (
    <SubmitForm submitLabel="Continue" describeError={describeFailure} onSubmit={submit}>
      {isSignedIn && <OwnOrders onChoose={setOrderId} />}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={textLimits.contactName}
        defaultValue={initial.name}
        isRequired
      />
      <TextField
        label="Order number (optional)"
        descriptiveText="It begins with cs_ and is in the email that confirmed your order, and in your receipt. With it, your withdrawal is complete at once. Without it, we send a link to the address of the order."
        name="orderId"
        autoComplete="off"
        maxLength={200}
        value={orderId}
        onChange={({ target }) => setOrderId(target.value)}
      />
      <TextField
        label="Email address of the order"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={initial.email}
        isRequired
      />
    </SubmitForm>
  );
}

function describeFailure(error: unknown): string {
  return error instanceof FieldProblem ? error.message : messageOf(error);
}
