import '../../styles/amplify-theme.css';
import './switch-theme.css';
import { SwitchField } from '@aws-amplify/ui-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { MailGroup, User } from '../../../../contract/records/user.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { WithUser } from '../../components/with-user.tsx';
import { callApi } from '../../lib/call-api.ts';
import { mailGroupTexts } from '../../lib/mail-group-texts.ts';
import { messageOf } from '../../lib/message-of.ts';
import { type UserRecord, useUser } from '../../lib/use-user.ts';
import styles from './preferences-panel.module.css';

/** The content of `/preferences` for signed-in users. */
export default function PreferencesPanel() {
  const record = useUser();
  return (
    <WithUser record={record} loadingLabel="Loading your preferences…">
      {(user) => <MailSwitches key={user.userId} saved={user.unsubscriptions} take={record.take} />}
    </WithUser>
  );
}

function MailSwitches({ saved, take }: { saved: User['unsubscriptions'] } & Pick<UserRecord, 'take'>) {
  const { unsubscriptions, change, failure, isSaved } = useUnsubscriptions(saved, take);

  return (
    <>
      <ul className={styles.groups}>
        {mailGroupTexts.map(({ group, label, text }) => (
          <li key={group}>
            <SwitchField
              label={label}
              ref={describeBy(`about-${group}`)}
              isChecked={!unsubscriptions.includes(group)}
              onChange={(event) => change(group, event.target.checked)}
            />
            <p>
              <span id={`about-${group}`}>{text}</span>
              {group === 'newsletter' && (
                <span>
                  {' '}
                  <Link to="/letters">Read earlier newsletters</Link>.
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <p role="status" className={styles.saved}>
        {isSaved && 'Saved.'}
      </p>
    </>
  );
}

/** Amplify passes `aria-describedby` to the wrapper of the switch, where screen readers ignore it. */
const describeBy = (id: string) => (field: HTMLElement | null) =>
  field?.querySelector('input')?.setAttribute('aria-describedby', id);

interface Change {
  group: MailGroup;
  wantsMail: boolean;
}

/**
 * The groups that the user has unsubscribed from. A change shows at once; if it cannot be saved, it
 * is undone. Saves run one after the other, so that a switch that is toggled quickly ends in its
 * last position.
 */
function useUnsubscriptions(saved: readonly MailGroup[], take: (user: User) => void) {
  const [waiting, setWaiting] = useState<Change[]>([]);
  const [outcome, setOutcome] = useState<{ failure: string | null; isSaved: boolean }>({
    failure: null,
    isSaved: false,
  });
  const lastSave = useRef(Promise.resolve());

  async function save(mailGroup: Change) {
    try {
      take(await callApi('updateMe', { mailGroup }));
      setOutcome({ failure: null, isSaved: true });
    } catch (error) {
      setOutcome({ failure: messageOf(error), isSaved: false });
    } finally {
      setWaiting((changes) => changes.filter((other) => other !== mailGroup));
    }
  }

  function change(group: MailGroup, wantsMail: boolean): void {
    const next = { group, wantsMail };
    setWaiting((changes) => [...changes, next]);
    setOutcome({ failure: null, isSaved: false });
    lastSave.current = lastSave.current.then(() => save(next));
  }

  return { unsubscriptions: waiting.reduce(withChange, saved), change, ...outcome };
}

function withChange(list: readonly MailGroup[], { group, wantsMail }: Change): readonly MailGroup[] {
  const others = list.filter((other) => other !== group);
  return wantsMail ? others : [...others, group];
}
