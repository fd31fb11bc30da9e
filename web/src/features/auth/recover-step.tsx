import { Button, PasswordField, TextField } from '@aws-amplify/ui-react';
import { Link } from 'react-router-dom';
import { factorResetHours } from '../../../../contract/rules/recovery-codes.ts';
import { emailOf } from '../../components/forms/email-of.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { site } from '../../lib/site.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import styles from './auth-panel.module.css';
import { EmailField } from './credentials-form.tsx';
import type { AuthFlow } from './use-auth-flow.ts';

/** Turns off a lost authenticator app with the password and a recovery code. */
export function RecoverStep({ flow }: { flow: AuthFlow }) {
  const { memory } = flow;

  return (
    <>
      <h2>Lost your app?</h2>
      <p>
        A recovery code turns your authenticator app off and signs out all devices. Then your password is
        enough to sign in.
      </p>
      <SubmitForm
        submitLabel="Turn Off Authenticator App"
        onSubmit={(fields) =>
          flow.recover(
            { email: emailOf(fields), password: textOf(fields, 'password') },
            textOf(fields, 'recoveryCode'),
          )
        }
        actions={
          <Button variation="link" onClick={flow.goBackFromRecovery}>
            Go Back
          </Button>
        }
      >
        <EmailField email={memory.email} onChange={flow.setEmail} />
        <PasswordField label="Password" name="password" autoComplete="current-password" isRequired />
        <TextField
          label="Recovery code"
          name="recoveryCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          isRequired
        />
      </SubmitForm>
      <div className={styles.ways}>
        <Button variation="link" onClick={() => flow.goTo('forgot-password')}>
          Forgot your password, too?
        </Button>
      </div>
      <OtherWays />
    </>
  );
}

/** Help for people without a recovery code. */
function OtherWays() {
  const hasPasskeys = usePasskeys();

  return (
    <>
      <h3>No recovery code?</h3>
      <p>
        {hasPasskeys ? (
          <span>
            If you added a passkey, <Link to="/auth">sign in with it</Link>. Otherwise, write to
          </span>
        ) : (
          <span key="no passkeys">Write to</span>
        )}{' '}
        <a href={`mailto:${site.contactAddress}`}>{site.contactAddress}</a> from the email address of your
        account. We then turn the authenticator app off after {factorResetHours} hours.
      </p>
      <p>
        If you lost your mailbox, too, there is no way back into the account. Your license file keeps working.
      </p>
    </>
  );
}
