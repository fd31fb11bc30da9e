import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { MailGroup } from '../../../../contract/records/user.ts';
import { Button } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { callApi } from '../../lib/call-api.ts';
import { mailGroupTexts } from '../../lib/mail-group-texts.ts';
import { readPayload } from '../../lib/read-payload.ts';
import styles from './newsletter.module.css';

interface ConfirmSubscriptionProps {
  token: string;
  /** Called with the token of the page about the subscription. */
  onConfirm: (ownToken: string) => void;
}

/** Programs that check emails also open links, so only the button starts the emails. */
export function ConfirmSubscription({ token, onConfirm }: ConfirmSubscriptionProps) {
  const [isOfAccount, setIsOfAccount] = useState(false);
  const { run, isBusy, failure } = useAction();
  const request = readRequest(token);

  async function confirm() {
    const answer = await callApi('confirmSubscription', { token });
    if (answer.isOfAccount) setIsOfAccount(true);
    else onConfirm(answer.token);
  }

  if (isOfAccount)
    return (
      <Notice tone="success">
        <p>
          This address has an account now. Choose its emails in your{' '}
          <Link to="/preferences">preferences</Link>.
        </p>
      </Notice>
    );
  return (
    <section className={styles.outcome} aria-label="Confirm your emails">
      {request ? (
        <Facts>
          <dt>Address</dt>
          <dd translate="no">{request.email}</dd>
          <dt>Emails</dt>
          <dd>{request.labels.join(', ')}</dd>
        </Facts>
      ) : (
        <p>Do you want the emails that this link is for?</p>
      )}
      {failure !== null && (
        <Notice tone="error">
          <p>
            <span>{failure}</span> <Link to="/newsletter">Sign up again</Link>
          </p>
        </Notice>
      )}
      <Button isBusy={isBusy} onClick={() => void run(confirm)}>
        Get these emails
      </Button>
    </section>
  );
}

/** The request in a link, for display. The server trusts only the signed token. */
function readRequest(token: string): { email: string; labels: string[] } | null {
  try {
    const { email, groups } = readPayload(token.split('.')[0]);
    if (typeof email !== 'string' || !Array.isArray(groups)) return null;
    return { email, labels: labelsOf(groups) };
  } catch {
    return null;
  }
}

const labelsOf = (groups: readonly MailGroup[]): string[] =>
  mailGroupTexts.flatMap(({ group, label }) => (groups.includes(group) ? [label] : []));
