import offerTexts from 'virtual:offer-texts';
import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '../../../../contract/records/user.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormAction } from '../../components/forms/action-button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { TeamAccess } from '../../components/team-access.tsx';
import { WithUser } from '../../components/with-user.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import { useAccess } from '../../lib/session.ts';
import type { UserRecord } from '../../lib/use-user.ts';
import styles from './account.module.css';
import { EmailAddress } from './email-address.tsx';
import { Step } from './step.tsx';

export function GeneralTab({ record }: { record: UserRecord }) {
  return (
    <WithUser record={record} loadingLabel="Loading your account…">
      {(user) => (
        <dl key={user.userId} className={styles.facts}>
          <dt>Email</dt>
          <dd>
            <EmailAddress email={user.email} take={record.take} />
          </dd>
          <dt>Password</dt>
          <dd>
            <PasswordMail email={user.email} />
          </dd>
          <dt>License</dt>
          <dd>
            {/* The license may arrive while the page is open; screen readers announce it. */}
            <span role="status">
              <LicenseState subscription={user.subscription} />
            </span>
          </dd>
          <dt>User ID</dt>
          <dd>
            <UserId userId={user.userId} />
          </dd>
        </dl>
      )}
    </WithUser>
  );
}

function LicenseState({ subscription }: Pick<User, 'subscription'>) {
  const access = useAccess(subscription.status === 'active');
  if (access === 'team') return <TeamAccess />;
  if (access === 'none') {
    return (
      <>
        <span>{subscription.lastPaymentDate ? 'Your license has ended.' : 'None yet.'}</span>{' '}
        <Link to="/pricing">{offerTexts.account}</Link>
      </>
    );
  }
  const { lastPaymentDate, isGift } = subscription;
  const parts = [
    'Lifetime license',
    ...(isGift ? ['a gift'] : []),
    ...(lastPaymentDate ? [`since ${formatDate(lastPaymentDate)}`] : []),
  ];
  return (
    <>
      <span>{`${parts.join(isGift ? ', ' : ' ')}.`}</span>{' '}
      <Link to="/account?tab=license">Your license file</Link>
    </>
  );
}

function UserId({ userId }: { userId: string }) {
  const [isShown, setIsShown] = useState(false);

  return (
    <span className={styles.row}>
      {isShown && <code>{userId}</code>}
      <Button aria-label={isShown ? 'Hide user ID' : 'Show user ID'} onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
      {isShown && <CopyButton label="Copy user ID" text={userId} />}
    </span>
  );
}

/**
 * Sends an email with a link to set a new password, as for a forgotten one. Only the owner of the
 * mailbox can use it.
 */
function PasswordMail({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false);

  async function send() {
    setIsSent(false);
    const { sendPasswordResetCode } = await loadIdentityProvider();
    await sendPasswordResetCode(email);
    setIsSent(true);
  }

  return (
    <Step name="password" label="Password">
      <FormAction act={send} describeError={providerMessage}>
        Email me a link to set a new password
      </FormAction>
      {isSent && (
        <FormMessage tone="success">
          Success! Check your inbox for a link to update your password.
        </FormMessage>
      )}
    </Step>
  );
}
