import { useLocation, useNavigate } from 'react-router-dom';
import { deskSignInHours } from '../../../../contract/rules/desk-rules.ts';
import { ActionButton } from '../../components/forms/action-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { signInPath } from '../../lib/sign-in-path.ts';
import { forgetSignInAge, useIsSignInTooOld } from './call-desk.ts';

/** Requires a new sign-in, and returns to the same view after it. */
export function SignInAgain() {
  const isTooOld = useIsSignInTooOld();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
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
      <ActionButton act={signInAgain}>Log in again</ActionButton>
    </Notice>
  );
}
