import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type ExportedSubscriber, visitorGroups } from '../../../../contract/records/subscriber.ts';
import { Button } from '../../components/button.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { callApi } from '../../lib/call-api.ts';
import { downloadText } from '../../lib/download-text.ts';
import { messageOf } from '../../lib/message-of.ts';
import { GroupChoices } from './group-choices.tsx';
import styles from './newsletter.module.css';

interface OwnSubscriptionProps {
  token: string;
  /** Whether the person has just confirmed it. */
  isNew: boolean;
}

/** What is stored about the address of a link, with buttons to change, download and delete it. */
export function OwnSubscription({ token, isNew }: OwnSubscriptionProps) {
  const [value, setValue] = useState<ExportedSubscriber | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isDeleted, setIsDeleted] = useState(false);
  const isAsking = !value && !failure;

  useEffect(() => {
    if (!isAsking) return;
    let isGone = false;
    callApi('subscription', { token }).then(
      (answer) => !isGone && setValue(answer),
      (error: unknown) => !isGone && setFailure(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [isAsking, token]);

  if (isDeleted)
    return (
      <Outcome>
        <p>Your address and its emails are deleted. You get no more emails.</p>
      </Outcome>
    );
  const answer = { value, failure, askAgain: () => setFailure(null) };
  return (
    <div className={styles.outcome}>
      <WithAnswer answer={answer} loadingLabel="Loading what we store…">
        {(stored) => (
          <Stored token={token} stored={stored} isNew={isNew} onDelete={() => setIsDeleted(true)} />
        )}
      </WithAnswer>
      {failure !== null && <Link to="/newsletter">Sign up again</Link>}
    </div>
  );
}

/** Takes the focus from the button that is removed. */
function Outcome({ children }: { children: ReactElement }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles.outcome}>
      <Notice tone="success">{children}</Notice>
    </div>
  );
}

interface StoredProps extends OwnSubscriptionProps {
  stored: ExportedSubscriber;
  onDelete: () => void;
}

function Stored({ token, stored, isNew, onDelete }: StoredProps) {
  const [saved, setSaved] = useState(() => visitorGroups.filter((group) => stored.groups.includes(group)));
  const [chosen, setChosen] = useState(saved);
  const [message, setMessage] = useState<string | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const { run, isBusy, failure, forgetFailure } = useAction(messageOf);

  async function save() {
    setMessage(null);
    const { groups } = await callApi('changeSubscription', { token, groups: chosen });
    setSaved(visitorGroups.filter((group) => groups.includes(group)));
    setMessage(groups.length > 0 ? 'Saved.' : 'Saved. You get no more emails.');
  }

  async function download() {
    const data = await callApi('subscription', { token });
    downloadText('lorewright-newsletter.json', 'application/json', `${JSON.stringify(data, null, 2)}\n`);
  }

  async function remove() {
    await callApi('deleteSubscription', { token });
    onDelete();
  }

  return (
    <section className={styles.outcome} aria-label="Your emails from us">
      {isNew && message === null && (
        <Outcome>
          <p>Done. You get these emails from now on.</p>
        </Outcome>
      )}
      <p>
        We store the address <strong translate="no">{stored.email}</strong>
        <span>, these choices, and the list of the emails that we sent to it.</span>
      </p>
      <GroupChoices
        chosen={chosen}
        onChange={(groups) => {
          setChosen(groups);
          setMessage(null);
          forgetFailure();
        }}
      />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className={styles.actions}>
        <Button isBusy={isBusy} onClick={() => void run(save)}>
          Save
        </Button>
        <Button look="quiet" onClick={() => void run(download)}>
          Download everything
        </Button>
        <Button look="quiet" aria-expanded={isDeleting} onClick={() => setIsDeleting(!isDeleting)}>
          Delete my address
        </Button>
      </div>
      {isDeleting && (
        <div className={styles.actions}>
          <p>This ends all emails at once and cannot be undone.</p>
          <Button isBusy={isBusy} onClick={() => void run(remove)}>
            Delete it now
          </Button>
        </div>
      )}
      <p role="status" className={styles.saved}>
        {message}
      </p>
    </section>
  );
}
