import type { ReactNode } from 'react';
import type { User } from '../../../contract/records/user.ts';
import type { UserRecord } from '../lib/use-user.ts';
import { FormMessage } from './forms/form-message.tsx';
import { WithAnswer } from './with-answer.tsx';
import styles from './with-user.module.css';

interface WithUserProps {
  record: UserRecord;
  /** Said while the record is on its way. */
  loadingLabel: string;
  children: (user: User) => ReactNode;
}

/** Shows what needs the visitor's record, and says so when it may be out of date. */
export function WithUser({ record, loadingLabel, children }: WithUserProps) {
  return (
    <WithAnswer answer={record} loadingLabel={loadingLabel}>
      {(user) => (
        <>
          {record.failure && (
            <div className={styles.stale}>
              <FormMessage tone="info">
                {record.failure} What you see here may be out of date; it is renewed by itself.
              </FormMessage>
            </div>
          )}
          {children(user)}
        </>
      )}
    </WithAnswer>
  );
}
