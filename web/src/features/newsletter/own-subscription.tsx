import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { type ExportedSubscriber, visitorGroups } from '../../../../contract/records/subscriber.ts';
import { Button } from '../../components/button.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { callApi } from '../../lib/call-api.ts';
import { downloadText } from '../../lib/download-text.ts';
import { useAnswerOf } from '../../lib/use-answer.ts';
import { GroupChoices } from './group-choices.tsx';
import styles from './newsletter.module.css';
import { Outcome } from './outcome.tsx';

interface OwnSubscriptionProps {
  token: string;
  /** Whether the person has just confirmed it. */
  isNew: boolean;
}

/** The stored data about the address of a link, with buttons to change, download and delete it. */
export function OwnSubscription({ token, isNew }: OwnSubscriptionProps) {
  const answer = useAnswerOf(useCallback(() => callApi('subscription', { token }), [token]));
  const [isDeleted, setIsDeleted] = useState(false);

  if (isDeleted)
    return (
      <Outcome>
        <p>Your address and its emails are deleted. You get no more emails.</p>
      </Outcome>
    );
  return (
    <div className={styles.outcome}>
      <WithAnswer answer={answer} loadingLabel="Loading what we store…">
        {(stored) => (
          <Stored token={token} stored={stored} isNew={isNew} onDelete={() => setIsDeleted(true)} />
        )}
      </WithAnswer>
      {answer.failure !== null && <Link to="/newsletter">Sign up again</Link>}
    </div>
  );
}

interface StoredProps extends OwnSubscriptionProps {
  stored: ExportedSubscriber;
  onDelete: () => void;
}

function Stored({ token, stored, isNew, onDelete }: StoredProps) {
  const [seen, setSeen] = useState(stored.groups);
  const [chosen, setChosen] = useState(() => visitorGroups.filter((group) => stored.groups.includes(group)));
  const [isJustConfirmed, setIsJustConfirmed] = useState(isNew);
  const [message, setMessage] = useState<string | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const { run, isBusy, failure, forgetFailure } = useAction();

  async function save() {
    setMessage(null);
    const { groups } = await callApi('changeSubscription', {
      token,
      seen: visitorGroups.filter((group) => seen.includes(group)),
      groups: chosen,
    });
    setSeen(groups);
    setChosen(visitorGroups.filter((group) => groups.includes(group)));
    setIsJustConfirmed(false);
    setMessage(groups.length > 0 ? 'Saved.' : 'Saved. You get no more emails.');
  }

  async function download() {
    const data = await callApi('subscription', { token });
    downloadText('lorewright-newsletter.json', 'application/json', `${JSON.stringify(data, null, 2)}\n`);
  }

  return (
    <section className={styles.outcome} aria-label="Your emails from us">
      {isJustConfirmed && (
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
      {isDeleting && <ConfirmDeletion token={token} onDelete={onDelete} />}
      <p role="status" className={styles.saved}>
        {message}
      </p>
    </section>
  );
}

function ConfirmDeletion({ token, onDelete }: Pick<StoredProps, 'token' | 'onDelete'>) {
  const { run, isBusy, failure } = useAction();

  async function remove() {
    await callApi('deleteSubscription', { token });
    onDelete();
  }

  return (
    <>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className={styles.actions}>
        <p>This ends all emails at once and cannot be undone.</p>
        <Button isBusy={isBusy} onClick={() => void run(remove)}>
          Delete it now
        </Button>
      </div>
    </>
  );
}
