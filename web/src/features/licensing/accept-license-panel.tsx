import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { ButtonLink } from '../../components/button-link.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { SignInPrompt } from '../../components/sign-in-prompt.tsx';
import { forgetArrivingCode, readArrivingToken } from '../../lib/arriving-code.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';
import { refreshGroups } from '../../lib/refresh-groups.ts';
import { useSession } from '../../lib/session.ts';
import { waitForLicense } from './wait-for-license.ts';

/** The button of `/accept-license`. The token in the address is read, and then removed from it. */
export default function AcceptLicensePanel() {
  const session = useSession();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => readArrivingToken(hash));
  const [isAccepted, setIsAccepted] = useState(false);
  const { run, isBusy, failure } = useAction(messageOf);
  const done = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (hash) void navigate('/accept-license', { replace: true });
  }, [hash, navigate]);
  useEffect(() => {
    if (isAccepted) done.current?.focus();
  }, [isAccepted]);

  async function accept() {
    await callApi('acceptLicense', { token });
    forgetArrivingCode();
    setIsAccepted(true);
    // The header and the download page change when the tokens contain the license.
    const isLicenseActive = async () => true;
    await waitForLicense({ isLicenseActive, refreshGroups }, new AbortController().signal).catch(
      () => 'late',
    );
  }

  if (isAccepted)
    return (
      <div ref={done} tabIndex={-1}>
        <FormMessage tone="success">
          <p>The license is yours now. We have also sent its file to you by email.</p>
          <p>
            <ButtonLink to="/account?tab=license">See your license</ButtonLink>
          </p>
        </FormMessage>
      </div>
    );
  if (!token)
    return <p>Open this page with the link in the email that offers you a license. It works for a week.</p>;
  if (!session)
    return (
      <SignInPrompt>
        Log in or create an account with the email address that got the offer. The offer waits on this page,
        so keep it open; keep the email, too.
      </SignInPrompt>
    );
  return (
    <>
      <p>
        You are logged in as <strong>{session.email}</strong>. If you accept, the license belongs to this
        account, and its current holder loses it. It costs nothing, and you can pass it on after 30 days.
      </p>
      <Button isBusy={isBusy} onClick={() => run(accept)}>
        Accept the license
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}
