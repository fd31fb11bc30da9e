import { useNavigate } from 'react-router-dom';
import type { Elements } from '../../components/elements.ts';
import { FormAction } from '../../components/forms/action-button.tsx';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import { currentSession } from '../../lib/session.ts';
import { Step } from './step.tsx';

const labels = { signOut: 'Sign Out', signOutEverywhere: 'Sign Out Everywhere' };

interface SignOutProps {
  way: keyof typeof labels;
  /** Text above the button that explains the consequences. */
  children?: Elements;
}

/** Signs out of this browser, or of all of them. */
export function SignOut({ way, children }: SignOutProps) {
  const navigate = useNavigate();

  async function leave() {
    const identity = await loadIdentityProvider();
    try {
      await identity[way]();
    } finally {
      // This browser has removed the sign-in even if the identity provider could not be reached.
      if (!currentSession()) navigate('/');
    }
  }

  return (
    <Step name={way} label={labels[way]}>
      {children}
      <FormAction act={leave} describeError={providerMessage}>
        {labels[way]}
      </FormAction>
    </Step>
  );
}
