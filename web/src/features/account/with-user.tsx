import { Button } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import type { User } from '../../../../contract/user.ts';
import { Progress } from '../../components/progress.tsx';
import { FormMessage } from './form-message.tsx';
import { useUser } from './use-user.ts';
import styles from './with-user.module.css';

interface WithUserProps {
  /** Said while the record is on its way. */
  loadingLabel: string;
  children: (user: User) => ReactNode;
}

/** Shows what needs the visitor's record once it is there; until then, or if it does not come, says so. */
export function WithUser({ loadingLabel, children }: WithUserProps) {
  const { user, failure, reload } = useUser();

  if (failure) {
    return (
      <div className={styles.failure}>
        <FormMessage tone="error">{failure}</FormMessage>
        <Button onClick={reload}>Try again</Button>
      </div>
    );
  }
  return user ? children(user) : <Progress label={loadingLabel} />;
}
