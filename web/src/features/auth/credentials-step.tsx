import { Button, Tabs } from '@aws-amplify/ui-react';
import { useSearchParams } from 'react-router-dom';
import { AlreadySignedIn } from './already-signed-in.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import type { AuthFlow } from './use-auth-flow.ts';

/** The tabs for signing in and registering. */
export function CredentialsStep({ flow }: { flow: AuthFlow }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const { session, isEntering, memory, setEmail, goTo } = flow;

  if (session && !isEntering) return <AlreadySignedIn email={session.email} onSignOut={flow.signOut} />;
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
