import { Button } from '@aws-amplify/ui-react';
import { Link, useNavigate } from 'react-router-dom';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { messageOf } from '../../lib/message-of.ts';
import { FormMessage } from './form-message.tsx';
import { useAction } from './use-action.ts';

export function SettingsTab() {
  const navigate = useNavigate();
  const { run, isBusy, failure } = useAction(messageOf);

  return (
    <>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <p>
        <Link to="/preferences">Email Preferences</Link>
      </p>
      <Button
        aria-disabled={isBusy}
        onClick={() =>
          run(async () => {
            const { signOut } = await loadIdentityProvider();
            await signOut();
            navigate('/');
          })
        }
      >
        Sign Out
      </Button>
    </>
  );
}
