import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '../../../../contract/user.ts';
import { formatDate } from '../../lib/format-date.ts';
import styles from './general-tab.module.css';
import { WithUser } from './with-user.tsx';

export function GeneralTab() {
  return <WithUser loadingLabel="Loading your account…">{(user) => <Facts user={user} />}</WithUser>;
}

function Facts({ user }: { user: User }) {
  return (
    <dl className={styles.facts}>
      <dt>Email</dt>
      <dd>{user.email}</dd>
      <dt>License</dt>
      <dd>
        <LicenseState subscription={user.subscription} />
      </dd>
      <dt>User ID</dt>
      <dd>
        <UserId userId={user.userId} />
      </dd>
    </dl>
  );
}

function LicenseState({ subscription }: Pick<User, 'subscription'>) {
  if (subscription.status !== 'active') {
    return (
      <>
        None yet. <Link to="/pricing">Get your free lifetime license</Link>
      </>
    );
  }
  const { lastPaymentDate } = subscription;
  return lastPaymentDate ? `Lifetime license since ${formatDate(lastPaymentDate)}` : 'Lifetime license';
}

function UserId({ userId }: { userId: string }) {
  const [isShown, setIsShown] = useState(false);

  return (
    <span className={styles.userId}>
      {isShown && <code>{userId}</code>}
      <Button aria-label={isShown ? 'Hide user ID' : 'Show user ID'} onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
    </span>
  );
}
