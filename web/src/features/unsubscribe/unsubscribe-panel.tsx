import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { isSubscriberId } from '../../../../contract/records/subscriber.ts';
import type { MailGroup } from '../../../../contract/records/user.ts';
import { mailGroupPhrases } from '../../../../contract/rules/mail-group-phrases.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';
import { readPayload } from '../../lib/read-payload.ts';
import styles from './unsubscribe-panel.module.css';
import { readUnsubscribeState, type Unsubscribed, type UnsubscribeState } from './unsubscribe-state.ts';

/** The content of `/unsubscribe`. */
export default function UnsubscribePanel() {
  const { hash, state } = useLocation();
  const known = readUnsubscribeState({ hash, state });

  if (known) return <Outcome {...known} isInAddress={hash !== ''} />;
  return (
    <Notice tone="info">
      <p>
        The links at the end of our emails lead here, and this one is incomplete. Open the link from the email
        again, or choose your emails in your <Link to="/preferences">preferences</Link>.
      </p>
    </Notice>
  );
}

/** People without an account choose their emails with a link of their own. */
function isOfVisitor(token: string): boolean {
  try {
    return isSubscriberId(String(readPayload(token.split('.')[0]).userId));
  } catch {
    return false;
  }
}

interface OutcomeProps extends UnsubscribeState {
  isInAddress: boolean;
}

/**
 * Applies the link of an email when the visitor presses the button, confirms, and offers to undo it.
 * Programs that check emails also open links, so opening the page must change nothing.
 */
function Outcome({ wish, done, isAsked = false, isInAddress }: OutcomeProps) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(1);
  const [isWanted, setIsWanted] = useState(isAsked || done !== null || wish.beginAgain !== undefined);
  /**
   * The purpose of the last call, so that a late response is not taken for the response to another
   * call.
   */
  const lastCall = useRef('');
  /** A late response must not bring back a visitor who has opened another page. */
  const isShown = useRef(false);
  const panel = useRef<HTMLElement>(null);

  const keep = (next: UnsubscribeState) =>
    navigate('/unsubscribe', { replace: true, state: { unsubscribe: next } });

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const asked = JSON.stringify(wish);
  const isDone = done !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one call for each wish and attempt
  useEffect(() => {
    if (isInAddress) {
      setIsWanted(false);
      keep({ wish, done: null });
    }
    if (isInAddress || !isWanted) return;
    if (!isDone && !isAsked) keep({ wish, done: null, isAsked: true });
    // A finished request is not repeated, and reading the token changes the address but is not a
    // new request.
    const call = isDone ? '' : `${attempt} ${asked}`;
    if (lastCall.current === call) return;
    lastCall.current = call;
    setFailure(null);
    if (isDone) return;
    const unlessLeft = (act: () => void) => {
      if (isShown.current && lastCall.current === call) act();
    };
    callApi('unsubscribe', wish).then(
      (answer) => unlessLeft(() => keep({ wish, done: isAsked ? asIfFirst(answer) : answer })),
      (error: unknown) => unlessLeft(() => setFailure(error)),
    );
  }, [asked, isDone, isInAddress, attempt, isWanted]);

  /** The focused button is removed. */
  function act(change: () => void) {
    panel.current?.focus();
    change();
  }

  return (
    <section ref={panel} tabIndex={-1} className={styles.outcome} aria-label="Your emails from us">
      {!isWanted ? (
        <>
          <p>Do you want to stop the emails that contain this link?</p>
          <div className={styles.actions}>
            <Button onClick={() => act(() => setIsWanted(true))}>Unsubscribe</Button>
            <Link to="/preferences">Choose your emails</Link>
          </div>
        </>
      ) : done ? (
        <Success
          done={done}
          wantsMail={wish.beginAgain !== undefined}
          isOfVisitor={isOfVisitor(wish.token)}
          onChange={(beginAgain) => act(() => keep({ wish: { token: wish.token, beginAgain }, done: null }))}
        />
      ) : failure ? (
        <Failure
          failure={failure}
          onRetry={() =>
            act(() => {
              setFailure(null);
              setAttempt(attempt + 1);
            })
          }
        />
      ) : (
        <Progress label="One moment…" />
      )}
    </section>
  );
}

/**
 * The link changed nothing this time. Its earlier changes are known for one group, but not for all
 * groups.
 */
function asIfFirst(answer: Unsubscribed): Unsubscribed {
  const { group, changed } = answer;
  return changed.length > 0 || group === 'all' ? answer : { group, changed: [group] };
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
        <Link to="/preferences">Choose your emails</Link>
        <Link to="/contact">Write to us</Link>
      </div>
    </>
  );
}

interface SuccessProps {
  done: Unsubscribed;
  wantsMail: boolean;
  isOfVisitor: boolean;
  /** Called with the groups to subscribe to again, or with none to unsubscribe. */
  onChange: (beginAgain?: MailGroup[]) => void;
}

function Success({ done: { group, changed }, wantsMail, isOfVisitor, onChange }: SuccessProps) {
  const phrase = mailGroupPhrases[group];
  if (wantsMail) {
    return (
      <>
        <Notice tone="success">
          <p>{group === 'all' ? 'You receive the same emails as before.' : `You receive ${phrase} again.`}</p>
        </Notice>
        <p>You can unsubscribe again at any time.</p>
        <div className={styles.actions}>
          <Button look="quiet" onClick={() => onChange()}>
            {`No more ${phrase}`}
          </Button>
          <Link to="/preferences">Choose your emails</Link>
        </div>
      </>
    );
  }
  return (
    <>
      <Notice tone="success">
        <p>{`No more ${phrase}.`}</p>
      </Notice>
      <p key="details">
        {changed.length === 0 && <span>You were already unsubscribed.</span>}{' '}
        {!isOfVisitor && (
          <span>You still receive emails that your account needs, such as password resets.</span>
        )}
      </p>
      <div className={styles.actions}>
        {changed.length > 0 && (
          <Button look="quiet" onClick={() => onChange(changed)}>
            Subscribe again
          </Button>
        )}
        <Link to="/preferences">Choose your emails</Link>
      </div>
    </>
  );
}
