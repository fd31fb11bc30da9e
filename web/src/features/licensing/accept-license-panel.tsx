import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isEmail, mailboxOf } from '../../../../contract/rules/email-address.ts';
import { ActionButton } from '../../components/forms/action-button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SignInLink } from '../../components/sign-in-link.tsx';
import { SignInPrompt } from '../../components/sign-in-prompt.tsx';
import { forgetArrivingCode, readArrivingToken } from '../../lib/arriving-code.ts';
import { callApi } from '../../lib/call-api.ts';
import { readPayload } from '../../lib/read-payload.ts';
import { useSession } from '../../lib/session.ts';
import { useUnmountSignal } from '../../lib/use-unmount-signal.ts';
import { ReceivedLicense, waitForGroups } from './received-license.tsx';

/** The button of `/accept-license`. The token in the address is read, and then removed from it. */
export default function AcceptLicensePanel() {
  const session = useSession();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => readArrivingToken(hash));
  const [{ from, to }] = useState(() => readAddresses(token));
  const [isAccepted, setIsAccepted] = useState(false);
  const unmountSignal = useUnmountSignal();

  useEffect(() => {
    if (hash) void navigate('/accept-license', { replace: true });
  }, [hash, navigate]);

  async function accept() {
    await callApi('acceptLicense', { token });
    forgetArrivingCode();
    setIsAccepted(true);
    await waitForGroups(unmountSignal());
  }

  if (isAccepted)
    return (
      <ReceivedLicense>The license is yours now. We have also sent its file to you by email.</ReceivedLicense>
    );
  if (!token)
    return <p>Open this page with the link in the email that offers you a license. It works for a week.</p>;
  if (!session)
    return (
      <>
        <Offered from={from} to={to} />
        <SignInPrompt>
          Log in or create an account with the email address that got the offer. The offer waits on this page,
          so keep it open; keep the email, too.
        </SignInPrompt>
      </>
    );
  if (to && mailboxOf(to) !== mailboxOf(session.email))
    return (
      <>
        <Offered from={from} to={to} />
        <OtherAccount email={session.email} />
      </>
    );
  return (
    <>
      <Offered from={from} to={to} />
      <p>
        You are logged in as <strong>{session.email}</strong>. If you accept, the license belongs to this
        account, and its current holder loses it. It costs nothing, and you can pass it on after 30 days.
      </p>
      <ActionButton act={accept}>Accept the license</ActionButton>
    </>
  );
}

interface Addresses {
  from?: string | undefined;
  to?: string | undefined;
}

/** Only for display: the server verifies the token. Links of earlier versions have no addresses. */
function readAddresses(token: string): Addresses {
  try {
    const { from, to } = readPayload(token.split('.')[0]);
    const addressIn = (value: unknown) => (typeof value === 'string' && isEmail(value) ? value : undefined);
    return { from: addressIn(from), to: addressIn(to) };
  } catch {
    return {};
  }
}

function OtherAccount({ email }: { email: string }) {
  return (
    <FormMessage tone="error">
      <p>
        You are logged in as <strong>{email}</strong>, an account with another address. Log in with the
        account of the address that got the offer, or create one. The offer waits on this page.
      </p>
      <p>
        <SignInLink>Use another account</SignInLink>
      </p>
    </FormMessage>
  );
}

function Offered({ from, to }: Addresses) {
  if (!from || !to) return null;
  return (
    <p>
      <strong>{from}</strong> offers this license to <strong>{to}</strong>.
    </p>
  );
}
