import type { DeskPerson } from '../../../../contract/records/desk-person.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';

interface AccountActionsProps {
  person: DeskPerson;
  account: NonNullable<DeskPerson['account']>;
  onChange: () => Promise<void>;
}

/** What the team can do to the account of a person. */
export function AccountActions({ person: { userId }, onChange }: AccountActionsProps) {
  return (
    <div className={styles.actions}>
      <DeskAction
        label="Sign out everywhere"
        act={(request) => callDesk('deskSignOut', { ...request, userId })}
        onDone={onChange}
      />
    </div>
  );
}
