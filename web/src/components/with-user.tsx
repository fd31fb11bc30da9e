import type { User } from '../../../contract/records/user.ts';
import type { UserRecord } from '../lib/use-user.ts';
import type { Elements } from './elements.ts';
import { FormMessage } from './forms/form-message.tsx';
import styles from './with-answer.module.css';
import { WithAnswer } from './with-answer.tsx';

interface WithUserProps {
  record: UserRecord;
  /** Shown while the record loads. */
  loadingLabel: string;
  children: (user: User) => Elements;
}

/** Shows content that needs the user's record, and says when it may be out of date. */
export function WithUser({ record, loadingLabel, children }: WithUserProps) {
  return (
    <WithAnswer answer={record} loadingLabel={loadingLabel}>
      {(user) => (
        <>
          {record.failure && (
            <div className={styles.stale}>
              <FormMessage tone="info">
                {`${record.failure} What you see here may be out of date. It refreshes automatically.`}
              </FormMessage>
            </div>
          )}
          {children(user)}
        </>
      )}
    </WithAnswer>
  );
}
