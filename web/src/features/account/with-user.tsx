import { Button } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import type { User } from '../../../../contract/user.ts';
import { Progress } from '../../components/progress.tsx';
import { FormMessage } from '../forms/form-message.tsx';
import type { UserRecord } from './use-user.ts';
import styles from './with-user.module.css';

interface WithUserProps {
  record: UserRecord;
  /** Said while the record is on its way. */
  loadingLabel: string;
  children: (user: User) => ReactNode;
}

/** Shows what needs the visitor's record once it is there; until then, or if it does not come, says so. */
export function WithUser({ record: { user, failure, reload }, loadingLabel, children }: WithUserProps) {
  if (user) {
    return (
      <>
        {failure && (
          <div className={styles.stale}>
            <FormMessage tone="info">
              {failure} What you see here may be out of date; it is renewed by itself.
            </FormMessage>
          </div>
        )}
        {children(user)}
      </>
    );
  }
  if (failure) {
    return (
      <div className={styles.failure}>
        <FormMessage tone="error">{failure}</FormMessage>
        <Button onClick={reload}>Try again</Button>
      </div>
    );
  }
  return <Progress label={loadingLabel} />;
}
