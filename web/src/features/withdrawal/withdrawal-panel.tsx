import '../../styles/amplify-theme.css';
import { Button } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';
import { currentSession } from '../../lib/session.ts';
import { type Statement, StatementForm } from './statement-form.tsx';
import { StatementReview } from './statement-review.tsx';
import styles from './withdrawal-panel.module.css';

type Step =
  | { name: 'state' }
  | { name: 'review' }
  | { name: 'confirm'; token: string }
  | { name: 'done'; statedAt: string };

/**
 * The form of `/withdraw`: the statement, then a button that confirms it. A link from an email leads
 * to the second step. Nothing is stored in the browser.
 */
export default function WithdrawalPanel() {
  const { hash } = useLocation();
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const [step, setStep] = useState<Step>(token ? { name: 'confirm', token } : { name: 'state' });
  const [statement, setStatement] = useState<Statement>(() => ({
    name: '',
    orderId: searchParams.get('order') ?? '',
    email: currentSession()?.email ?? '',
  }));
  // A repeated request is the same withdrawal.
  const [withdrawalId, setWithdrawalId] = useState(() => crypto.randomUUID());
  const panel = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);

  // The focused button of the last step is removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each step but the first
  useEffect(() => {
    if (hasMoved.current) panel.current?.focus();
    hasMoved.current = true;
  }, [step.name]);

  function review(next: Statement) {
    setStatement(next);
    setWithdrawalId(crypto.randomUUID());
    setStep({ name: 'review' });
  }

  async function send() {
    const { name, orderId, email } = statement;
    const typed = { withdrawalId, name, ...(orderId && { orderId }), ...(email && { email }) };
    const { statedAt } = await callApi('withdraw', typed);
    setStep({ name: 'done', statedAt });
  }

  async function confirm(confirmedToken: string) {
    const { statedAt } = await callApi('withdraw', { withdrawalId, token: confirmedToken });
    setStep({ name: 'done', statedAt });
    void navigate('/withdraw', { replace: true });
  }

  return (
    <div ref={panel} tabIndex={-1} className={styles.panel}>
      {step.name === 'state' && <StatementForm initial={statement} onContinue={review} />}
      {step.name === 'review' && (
        <SubmitForm
          submitLabel="Confirm withdrawal"
          describeError={describeFailure}
          onSubmit={send}
          actions={<Button onClick={() => setStep({ name: 'state' })}>Change</Button>}
        >
          <StatementReview statement={statement} />
        </SubmitForm>
      )}
      {step.name === 'confirm' && (
        <SubmitForm
          submitLabel="Confirm withdrawal"
          describeError={describeFailure}
          onSubmit={() => confirm(step.token)}
        >
          <p>
            You have told us that you withdraw from the order in our email. Confirm it here: we then refund
            the whole price, and your license ends.
          </p>
        </SubmitForm>
      )}
      {step.name === 'done' && <Received statedAt={step.statedAt} />}
    </div>
  );
}

/** The same in all cases, so that nobody learns who has bought. */
function Received({ statedAt }: { statedAt: string }) {
  return (
    <FormMessage tone="success">
      <p>
        We have received your withdrawal on{' '}
        <time dateTime={statedAt}>{inWords.format(new Date(statedAt))}</time>. We confirm it by email now.
      </p>
      <p>
        If you left out the order number or the email address of the order, our email contains a link that
        completes your withdrawal. The time above counts.
      </p>
    </FormMessage>
  );
}

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long' });

const sentenceOfField: Record<string, string> = {
  name: 'Shorten your name to 100 characters on one line.',
  orderId: 'Check the order number: it has at most 100 characters.',
  email: 'Enter a valid email address, such as name@example.com.',
};

function describeFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'invalid-argument') {
    const [first] = (Array.isArray(error.details) ? error.details : []) as { field?: string }[];
    return sentenceOfField[first?.field ?? ''] ?? messageOf(error);
  }
  return messageOf(error);
}
