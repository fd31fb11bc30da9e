import { Button } from '@aws-amplify/ui-react';
import { Link } from 'react-router-dom';
import { emailOf } from '../../components/forms/email-of.ts';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { providerMessage } from '../../lib/provider-message.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import { EmailField } from './credentials-form.tsx';
import type { AuthFlow } from './use-auth-flow.ts';

export function ForgotPasswordStep({ flow }: { flow: AuthFlow }) {
  const hasPasskeys = usePasskeys();

  return (
    <>
      <h2>Forgot your password?</h2>
      <p>We will email you a link and a code to choose a new one.</p>
      <SubmitForm
        submitLabel="Send"
        describeError={providerMessage}
        onSubmit={async (fields) => {
          await flow.sendPasswordReset(emailOf(fields));
          const text = 'Password reset email sent! Check your inbox.';
          flow.goTo('new-password', { message: { tone: 'success', text } });
        }}
        actions={
          <Button variation="link" onClick={() => flow.goTo('credentials')}>
            Go Back
          </Button>
        }
      >
        <EmailField email={flow.memory.email} onChange={flow.setEmail} />
      </SubmitForm>
      <h3>Lost your mailbox, too?</h3>
      <p>
        {hasPasskeys ? (
          <span>
            If you added a passkey, <Link to="/auth">sign in with it</Link>, then change the email address of
            your account. Without a passkey, there is no way back into the account.
          </span>
        ) : (
          <span key="no passkeys">Then there is no way back into the account.</span>
        )}{' '}
        <span>Your license file keeps working.</span>
      </p>
    </>
  );
}
