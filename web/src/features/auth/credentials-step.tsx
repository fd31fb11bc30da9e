import { Button, Tabs } from '@aws-amplify/ui-react';
import { type MouseEvent, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { tidyEmail } from '../../../../contract/rules/email-address.ts';
import { ButtonLink } from '../../components/button-link.tsx';
import { FormAction } from '../../components/forms/action-button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { passkeyMessage, providerMessage } from '../../lib/provider-message.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import styles from './auth-panel.module.css';
import { CredentialsForm } from './credentials-form.tsx';
import type { AuthFlow } from './use-auth-flow.ts';

/** The tabs for signing in and registering. */
export function CredentialsStep({ flow }: { flow: AuthFlow }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const { session, isEntering, memory, setEmail, goTo } = flow;

  if (session && !isEntering)
    return (
      <>
        <p>{`You are signed in as ${session.email}.`}</p>
        <ButtonLink to="/account">Go to your account</ButtonLink>
        <FormAction act={flow.signOut} describeError={providerMessage}>
          Sign in with another account
        </FormAction>
      </>
    );
  return (
    <Tabs
      isLazy
      // The URL names the tab, because links of the site open either tab.
      value={searchParams.get('account') === 'free' ? 'register' : 'sign-in'}
      onValueChange={(tab) =>
        setSearchParams(
          (current) => {
            if (tab === 'register') current.set('account', 'free');
            else current.delete('account');
            return current;
          },
          { replace: true },
        )
      }
      items={[
        {
          value: 'sign-in',
          label: 'Sign In',
          content: (
            <CredentialsForm
              purpose="sign-in"
              email={memory.email}
              onEmailChange={setEmail}
              onSubmit={(credentials) => flow.signIn(credentials)}
              actions={
                <>
                  <Button variation="link" onClick={() => goTo('forgot-password')}>
                    Forgot Password
                  </Button>
                  <PasskeySignIn email={memory.email} onSignIn={flow.signInWithPasskey} />
                </>
              }
            />
          ),
        },
        {
          value: 'register',
          label: 'Register',
          content: (
            <CredentialsForm
              purpose="register"
              email={memory.email}
              onEmailChange={setEmail}
              onSubmit={flow.register}
            />
          ),
        },
      ]}
    />
  );
}

interface PasskeySignInProps {
  /** The address in the form around it, by which the user pool finds the passkeys. */
  email: string;
  onSignIn: (email: string) => Promise<void>;
}

/** A button of the sign-in form, where the browser can use passkeys. */
function PasskeySignIn({ email, onSignIn }: PasskeySignInProps) {
  const isPossible = usePasskeys();
  const { run, isBusy, failure, forgetFailure } = useAction(passkeyMessage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the person is correcting the address
  useEffect(forgetFailure, [email]);
  if (!isPossible) return null;

  function signIn(event: MouseEvent<HTMLButtonElement>) {
    const field = event.currentTarget.form?.elements.namedItem('email');
    // The browser shows which field is missing, and focuses it.
    if (field instanceof HTMLInputElement && !field.reportValidity()) return;
    void run(() => onSignIn(tidyEmail(email)));
  }

  return (
    <div className={styles.passkey}>
      <Button aria-disabled={isBusy} onClick={signIn}>
        Sign in with a passkey
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </div>
  );
}
