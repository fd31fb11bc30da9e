import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { callApi } from '../../lib/call-api.ts';
import styles from './newsletter.module.css';
import { readRequest } from './newsletter-link.ts';

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
