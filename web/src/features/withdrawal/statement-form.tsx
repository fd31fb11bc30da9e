import { TextField } from '@aws-amplify/ui-react';
import { Link } from 'react-router-dom';
import { textLimits } from '../../../../contract/rules/feedback-limits.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { messageOf } from '../../lib/message-of.ts';
import { useSession } from '../../lib/session.ts';

/** What the buyer states, as typed. */
export interface Statement {
  name: string;
  orderId: string;
  email: string;
}

/** Something that only the person can fill in. */
class MissingField extends Error {}

/** The first step: who withdraws, and from which order. */
export function StatementForm({
  initial,
  onContinue,
}: {
  initial: Statement;
  onContinue: (statement: Statement) => void;
}) {
  const isSignedIn = useSession() !== null;

  async function submit(fields: FormData) {
    const name = textOf(fields, 'name').trim();
    const orderId = textOf(fields, 'orderId').trim();
    const email = textOf(fields, 'email').trim();
    if (!name) throw new MissingField('Enter your name.');
    if (!orderId && !email)
      throw new MissingField(
        'Enter the order number or the email address of the order. With both, your withdrawal is complete at once.',
      );
    onContinue({ name, orderId, email });
  }

  return (
    <SubmitForm submitLabel="Continue" describeError={describeFailure} onSubmit={submit}>
      {isSignedIn && !initial.orderId && (
        <p>
          Your <Link to="/account?tab=purchases">purchases</Link> have a link that fills in the order number.
        </p>
      )}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={textLimits.contactName}
        defaultValue={initial.name}
        isRequired
      />
      <TextField
        label="Order number"
        descriptiveText="It begins with cs_ and is in the email that confirmed your order, and in your receipt."
        name="orderId"
        autoComplete="off"
        maxLength={100}
        defaultValue={initial.orderId}
      />
      <TextField
        label="Email address of the order"
        descriptiveText="With both, your withdrawal is complete at once. With one of them, we send a link to the address of the order."
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={initial.email}
      />
    </SubmitForm>
  );
}

function describeFailure(error: unknown): string {
  return error instanceof MissingField ? error.message : messageOf(error);
}
