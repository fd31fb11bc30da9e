import { useLocation, useNavigate } from 'react-router-dom';
import { deskSignInHours } from '../../../../contract/rules/desk-rules.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { signInPath } from '../../lib/sign-in-path.ts';
import { forgetSignInAge, useIsSignInTooOld } from './sign-in-age.ts';

/** Requires a new sign-in, and returns to the same view after it. */
export function SignInAgain() {
  const isTooOld = useIsSignInTooOld();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { run, isBusy, failure } = useAction();
  if (!isTooOld) return null;

  async function signInAgain() {
    const identity = await loadIdentityProvider();
    await identity
      .signOut()
      .catch((cause: unknown) => logQuietly('The user pool could not end the sign-in', cause));
    forgetSignInAge();
    void navigate(signInPath(pathname + search));
  }
  return (
    <Notice tone="info">
      <p>You logged in more than {deskSignInHours} hours ago. Log in again to go on here.</p>
      <p>
        <Button isBusy={isBusy} onClick={() => void run(signInAgain)}>
          Log in again
        </Button>
      </p>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </Notice>
  );
}
