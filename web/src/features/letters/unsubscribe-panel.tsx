import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { mailGroupPhrases } from '../../../../contract/mail-group-phrases.ts';
import type { ResponseOf } from '../../../../contract/operations.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';
import styles from './unsubscribe-panel.module.css';
import { readWish, type UnsubscribeWish } from './unsubscribe-wish.ts';

type Group = ResponseOf<'unsubscribe'>['group'];

/** Everything of `/unsubscribe`. */
export default function UnsubscribePanel() {
  const { hash, state } = useLocation();
  const wish = readWish({ hash, state });

  if (wish) return <Outcome wish={wish} isInAddress={hash !== ''} />;
  return (
    <Notice tone="info">
      <p>
        The links at the end of our mails lead here, and this one has lost its end. Open the link from the
        mail again, or choose your mails in your <Link to="/preferences">preferences</Link>.
      </p>
    </Notice>
  );
}

interface OutcomeProps {
  wish: UnsubscribeWish;
  isInAddress: boolean;
}

/** Does at once what the link in a mail is for, says so, and can take it back. */
function Outcome({ wish, isInAddress }: OutcomeProps) {
  const navigate = useNavigate();
  const [group, setGroup] = useState<Group | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(true);
  const [attempt, setAttempt] = useState(1);
  const lastCall = useRef('');
  const panel = useRef<HTMLElement>(null);

  /** In the entry of the history: not in the address bar, and there after a reload, which so changes nothing. */
  const want = (next: UnsubscribeWish) => navigate('/unsubscribe', { replace: true, state: next });

  // biome-ignore lint/correctness/useExhaustiveDependencies: one call for each wish and attempt
  useEffect(() => {
    if (isInAddress) want(wish);
    const call = JSON.stringify([wish, attempt]);
    // The address changes once the token is read, and somebody may open the link again: that is no other wish.
    if (lastCall.current === call) return;
    lastCall.current = call;
    setIsBusy(true);
    setFailure(null);
    callApi('unsubscribe', wish)
      .then(
        (answer) => setGroup(answer.group),
        (error: unknown) => setFailure(error),
      )
      .finally(() => setIsBusy(false));
  }, [wish.token, wish.wantsMail, isInAddress, attempt]);

  /** The button that has the focus goes away. */
  function act(change: () => void) {
    panel.current?.focus();
    change();
  }

  return (
    <section ref={panel} tabIndex={-1} className={styles.outcome} aria-label="Your mails from us">
      {isBusy ? (
        <Progress label="One moment…" />
      ) : failure ? (
        <Failure failure={failure} onRetry={() => act(() => setAttempt(attempt + 1))} />
      ) : (
        <Success
          group={group ?? 'all'}
          wantsMail={wish.wantsMail}
          onChange={(wantsMail) => act(() => want({ ...wish, wantsMail }))}
        />
      )}
    </section>
  );
}

function Failure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const isDamaged = failure instanceof ApiError && failure.code === 'invalid-argument';
  return (
    <>
      <Notice tone="error">
        <p>{messageOf(failure)}</p>
      </Notice>
      <div className={styles.actions}>
        {!isDamaged && <Button onClick={onRetry}>Try again</Button>}
        <Link to="/preferences">Choose your mails</Link>
        <Link to="/contact">Write to us</Link>
      </div>
    </>
  );
}

interface SuccessProps {
  group: Group;
  wantsMail: boolean;
  onChange: (wantsMail: boolean) => void;
}

function Success({ group, wantsMail, onChange }: SuccessProps) {
  const phrase = mailGroupPhrases[group];
  const wantedAgain = group === 'all' ? 'You get all our mails again.' : `You get ${phrase} again.`;
  return (
    <>
      <Notice tone="success">
        <p>{wantsMail ? wantedAgain : `No more ${phrase}.`}</p>
      </Notice>
      <p>
        {wantsMail
          ? 'You can end them again at any time.'
          : 'What your account needs, such as a mail for a new password, still comes.'}
      </p>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => onChange(!wantsMail)}>
          {wantsMail ? `No more ${phrase}` : 'Take it back'}
        </Button>
        <Link to="/preferences">Choose your mails</Link>
      </div>
    </>
  );
}
