import { type FormEvent, useRef, useState } from 'react';
import { emailSentence, isEmail, tidyEmail } from '../../../../contract/rules/email-address.ts';
import { subscriptionRequestDays } from '../../../../contract/rules/retention.ts';
import { Button } from '../../components/button.tsx';
import { useTrap } from '../../components/forms/trap.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { callApi } from '../../lib/call-api.ts';
import { describeFieldError } from '../../lib/describe-field-error.ts';
import { PageProblem } from '../../lib/page-problem.ts';
import { GroupChoices, type VisitorGroup } from './group-choices.tsx';
import styles from './newsletter.module.css';
import { Outcome } from './outcome.tsx';

/** Asks for emails to an address. The answer says nothing about the address. */
export function SubscribeForm() {
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState<VisitorGroup[]>([]);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  /** The same for a repeated request, so that sending it again changes nothing. */
  const request = useRef({ content: '', requestId: '' });
  const { trap, checkTrap } = useTrap(
    'Your browser or a password manager filled in a hidden field of this form, so nothing was sent. Please send it once more.',
  );
  const { run, isBusy, failure, forgetFailure } = useAction(describeFailure);

  async function ask() {
    const address = tidyEmail(email);
    if (!isEmail(address)) throw new PageProblem(emailSentence);
    if (chosen.length === 0) throw new PageProblem('Choose at least one kind of email.');
    checkTrap();
    const content = JSON.stringify([address, chosen]);
    if (request.current.content !== content) request.current = { content, requestId: crypto.randomUUID() };
    await callApi('subscribe', { requestId: request.current.requestId, email: address, groups: chosen });
    setAskedFor(address);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void run(ask);
  }

  if (askedFor) return <Asked email={askedFor} />;
  return (
    <form className={styles.form} onSubmit={submit} onInput={forgetFailure} noValidate>
      <label className={styles.field}>
        Email
        <input
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          required
        />
      </label>
      <GroupChoices chosen={chosen} onChange={setChosen} />
      {trap}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div>
        <Button type="submit" isBusy={isBusy}>
          Send me the link
        </Button>
      </div>
      <p>
        We then send you one email with a link. No emails begin, and we do not store your address, until you
        confirm it.
      </p>
    </form>
  );
}

function Asked({ email }: { email: string }) {
  return (
    <div className={styles.outcome}>
      <Outcome>
        <p>
          An email is on its way to <span translate="no">{email}</span>.
        </p>
      </Outcome>
      <p>{`Open the link in it within ${subscriptionRequestDays} days. An address gets at most one such email in an hour, so if none comes, look in the spam folder and try again later.`}</p>
    </div>
  );
}

const describeFailure = (error: unknown) => describeFieldError(error, { email: emailSentence });
