import { Link } from 'react-router-dom';
import { CodeField, codeOf } from '../../components/forms/code-field.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { providerMessage } from '../../lib/provider-message.ts';
import { CredentialsForm } from './credentials-form.tsx';
import type { AuthFlow } from './use-auth-flow.ts';

/**
 * The link in the email to a new address. Only the signed-in owner of the account can confirm the
 * address.
 */
export function NewEmailStep({ flow }: { flow: AuthFlow }) {
  const { session, isEntering, memory, setEmail, link } = flow;
  const isSignedIn = session !== null && !isEntering;
  const code = link?.mode === 'email' ? link.code : '';

  if (!isSignedIn) {
    return (
      <>
        <h2>Sign in to use the new address</h2>
        <p>Your account still has its old email address. Sign in with the old address once more.</p>
        <CredentialsForm
          purpose="sign-in"
          email={memory.email}
          onEmailChange={setEmail}
          onSubmit={(credentials) => flow.signIn(credentials)}
        />
      </>
    );
  }
  return (
    <>
      <h2>Confirm your new email address</h2>
      <p key="signed in">
        You are signed in as <strong>{session.email}</strong>.{' '}
        <span>
          {code
            ? 'Press Confirm to use your new address from now on.'
            : 'Enter the code from the email to your new address.'}
        </span>
      </p>
      <SubmitForm
        // If the link is opened here, its code appears in the field.
        key={code}
        submitLabel="Confirm"
        describeError={providerMessage}
        onSubmit={(fields) => flow.confirmNewEmail(codeOf(fields))}
      >
        <CodeField label="Code from the email" defaultValue={code} />
      </SubmitForm>
      <p>
        To get a new email, enter the address again in <Link to="/account">your account</Link>.
      </p>
    </>
  );
}
