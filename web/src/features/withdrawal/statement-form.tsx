import { TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { offerOf } from '../../../../contract/rules/catalog.ts';
import { emailSentence, isEmail, tidyEmail } from '../../../../contract/rules/email-address.ts';
import { textLimits } from '../../../../contract/rules/feedback-limits.ts';
import { isVisible, tidyLine } from '../../../../contract/rules/typed-text.ts';
import { canWithdraw } from '../../../../contract/rules/withdrawal.ts';
import { Button } from '../../components/button.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { PageProblem } from '../../lib/page-problem.ts';
import { useSession } from '../../lib/session.ts';
import { useAnswer } from '../../lib/use-answer.ts';
import styles from './withdrawal-panel.module.css';

/** The statement of the buyer, as typed. */
export interface Statement {
  name: string;
  orderId: string;
  email: string;
}

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
    if (!isVisible(name)) throw new PageProblem('Enter your name.');
    if (!isEmail(email)) throw new PageProblem(emailSentence);
    if (typedOrderId && !/^cs_\w+$/.test(typedOrderId))
      throw new PageProblem('Check the order number: it begins with cs_. You can also leave it out.');
    onContinue({ name, orderId: typedOrderId, email });
  }

  return (
    <SubmitForm submitLabel="Continue" onSubmit={submit}>
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

/**
 * The orders from which a signed-in buyer can withdraw, to fill in the order number. Shows nothing while
 * they load or if there are none, because the form works without them.
 */
function OwnOrders({ onChoose }: { onChoose: (orderId: string) => void }) {
  const { value } = useAnswer('myOrders');
  const now = new Date();
  const orders = (value?.orders ?? []).filter((order) => canWithdraw(order, now));
  if (orders.length === 0) return null;
  return (
    <fieldset className={styles.orders}>
      <legend>Your orders</legend>
      <p>A button only fills in the order number. You check the statement before you withdraw.</p>
      {orders.map(({ orderId, priceId, amountInCents, currency, createdAt }) => (
        <Button key={orderId} look="quiet" onClick={() => onChoose(orderId)}>
          {`Fill in the form for ${offerOf(priceId)?.name ?? 'the license'}, ${formatMoney(amountInCents, currency)}, ${formatDate(createdAt)}`}
        </Button>
      ))}
    </fieldset>
  );
}

/** The statement as we receive it when the buyer confirms it. */
export function StatementReview({ statement: { name, orderId, email } }: { statement: Statement }) {
  return (
    <>
      <p>
        <strong>I withdraw from the contract for this order.</strong>
      </p>
      <dl className={styles.facts}>
        <dt>Name</dt>
        <dd dir="auto">{name}</dd>
        {orderId && (
          <>
            <dt>Order number</dt>
            <dd>
              <code>{orderId}</code>
            </dd>
          </>
        )}
        {email && (
          <>
            <dt>Email address</dt>
            <dd>{email}</dd>
          </>
        )}
      </dl>
      <p>
        If you paid for the order and withdraw in time, we refund the whole price, and your license ends. This
        cannot be undone.
      </p>
    </>
  );
}
