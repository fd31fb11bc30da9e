import '../../styles/amplify-theme.css';
import { Button } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { emailSentence } from '../../../../contract/rules/email-address.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { callApi } from '../../lib/call-api.ts';
import { describeFieldError } from '../../lib/describe-field-error.ts';
import { readPayload } from '../../lib/read-payload.ts';
import { currentSession } from '../../lib/session.ts';
import { type Statement, StatementForm, StatementReview } from './statement-form.tsx';
import styles from './withdrawal-panel.module.css';

type Step =
  | { name: 'state' }
  | { name: 'review' }
  | { name: 'confirm'; link: StatedByLink }
  | { name: 'done'; statedAt: string; isByLink: boolean };

/** The state of the history entry of the second step, so that the browser's Back returns to the first. */
const reviewing = 'reviewing';

const headings: Record<Step['name'], string> = {
  state: 'Your statement',
  review: 'Check and confirm',
  confirm: 'Check and confirm',
  done: 'Received',
};

/**
 * The form of `/withdraw`: the statement, then a button that confirms it. A link from an email leads
 * to the second step. Nothing is stored in the browser.
 */
export default function WithdrawalPanel() {
  const { hash, search, state: historyState } = useLocation();
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const [kept, setStep] = useState<Step>(() => {
    const link = readLink(hash);
    return link ? { name: 'confirm', link } : { name: 'state' };
  });
  const [statement, setStatement] = useState<Statement>(() => ({
    name: '',
    orderId: searchParams.get('order') ?? '',
    email: currentSession()?.email ?? '',
  }));
  // A reload loses the statement, so there is nothing to review.
  const isReviewing = kept.name === 'state' && historyState === reviewing && statement.name !== '';
  const step: Step = isReviewing ? { name: 'review' } : kept;
  // A repeated request is the same withdrawal.
  const [withdrawalId, setWithdrawalId] = useState(() => crypto.randomUUID());
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);

  // The focused button of the last step is removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each step but the first
  useEffect(() => {
    if (hasMoved.current) heading.current?.focus();
    hasMoved.current = true;
  }, [step.name]);

  function review(next: Statement) {
    setStatement(next);
    setWithdrawalId(crypto.randomUUID());
    void navigate({ search }, { state: reviewing });
  }

  async function send() {
    const { name, orderId, email } = statement;
    const typed = { withdrawalId, name, email, ...(orderId && { orderId }) };
    const { statedAt } = await callApi('withdraw', typed);
    setStep({ name: 'done', statedAt, isByLink: false });
  }

  async function confirm({ token }: StatedByLink) {
    const { statedAt } = await callApi('withdraw', { withdrawalId, token });
    setStep({ name: 'done', statedAt, isByLink: true });
    void navigate('/withdraw', { replace: true });
  }

  return (
    <div className={styles.panel}>
      <h3 ref={heading} tabIndex={-1}>
        {headings[step.name]}
      </h3>
      {step.name === 'state' && <StatementForm initial={statement} onContinue={review} />}
      {step.name === 'review' && (
        <SubmitForm
          submitLabel="Confirm withdrawal"
          describeError={describeFailure}
          onSubmit={send}
          actions={<Button onClick={() => navigate(-1)}>Change</Button>}
        >
          <StatementReview statement={statement} />
        </SubmitForm>
      )}
      {step.name === 'confirm' && (
        <SubmitForm
          submitLabel="Confirm withdrawal"
          describeError={describeFailure}
          onSubmit={() => confirm(step.link)}
        >
          <LinkReview link={step.link} />
        </SubmitForm>
      )}
      {step.name === 'done' && <Received statedAt={step.statedAt} isByLink={step.isByLink} />}
    </div>
  );
}

function LinkReview({ link: { orderId, statedAt, name } }: { link: StatedByLink }) {
  if (!orderId || !statedAt)
    return (
      <p>
        Confirm that you withdraw from the order in our email. If you have not confirmed it before, we refund
        the whole price, and your license ends.
      </p>
    );
  return (
    <p key="order">
      Confirm that you withdraw from order <code>{orderId}</code>.{' '}
      <span>{`You stated this${name ? ` as \u2068${name}\u2069` : ''} on ${describeMoment(statedAt)}.`}</span>{' '}
      If you have not confirmed it before, we refund the whole price, and your license ends.
    </p>
  );
}

/** The same for every statement, so that it does not reveal who has bought. */
function Received({ statedAt, isByLink }: { statedAt: string; isByLink: boolean }) {
  return (
    <FormMessage tone="success">
      <p>
        We received your withdrawal on <time dateTime={statedAt}>{describeMoment(statedAt)}</time>.{' '}
        <span>
          {isByLink
            ? 'We confirm it by email once. If you used this link before, you already have our email.'
            : 'We are sending a confirmation by email.'}
        </span>
      </p>
      {!isByLink && (
        <p>
          If you left out the order number, or ordered with another email address, our email to the address of
          the order contains a link that completes your withdrawal. Your withdrawal counts from the time
          above.
        </p>
      )}
    </FormMessage>
  );
}

const sentenceOfField: Record<string, string> = {
  name: 'Shorten your name to 100 characters on one line.',
  orderId: 'Check the order number: it begins with cs_.',
  email: emailSentence,
};

const describeFailure = (error: unknown) => describeFieldError(error, sentenceOfField);

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long' });

/** Formats a time with its time zone, because deadlines count from it. */
function describeMoment(at: string): string {
  return inWords.format(new Date(at));
}

/** The link in an email that confirms a statement. */
interface StatedByLink {
  token: string;
  /** Only for display. The server trusts only the signed token. */
  orderId?: string;
  /** ISO 8601, UTC. */
  statedAt?: string;
  /** Missing in older links. */
  name?: string;
}

/** Reads `#token=…`, whose first part is readable. Null if the page was opened without a link. */
function readLink(hash: string): StatedByLink | null {
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (!token) return null;
  try {
    const { orderId, statedAt, name } = readPayload(token.split('.')[0]);
    const isReadable = typeof orderId === 'string' && typeof statedAt === 'string';
    if (!isReadable || Number.isNaN(Date.parse(statedAt))) return { token };
    return { token, orderId, statedAt, ...(typeof name === 'string' ? { name } : {}) };
  } catch {
    return { token };
  }
}
