import '../../styles/amplify-theme.css';
import './switch-theme.css';
import { SwitchField } from '@aws-amplify/ui-react';
import { Link } from 'react-router-dom';
import type { User } from '../../../../contract/records/user.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { WithUser } from '../../components/with-user.tsx';
import { mailGroupTexts } from '../../lib/mail-group-texts.ts';
import { type UserRecord, useUser } from '../../lib/use-user.ts';
import styles from './preferences-panel.module.css';
import { useUnsubscriptions } from './use-unsubscriptions.ts';

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
