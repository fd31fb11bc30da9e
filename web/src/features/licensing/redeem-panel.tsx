import '../../styles/amplify-theme.css';
import '../../components/forms/fields-theme.css';
import { TextField } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { SignInPrompt } from '../../components/sign-in-prompt.tsx';
import { forgetArrivingCode, readArrivingCode } from '../../lib/arriving-code.ts';
import { callApi } from '../../lib/call-api.ts';
import { useSession } from '../../lib/session.ts';
import { useUnmountSignal } from '../../lib/use-unmount-signal.ts';
import { ReceivedLicense, waitForGroups } from './received-license.tsx';

/** The form of `/redeem`. The code in the address is read, and then removed from it. */
export default function RedeemPanel() {
  const session = useSession();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [code] = useState(() => readArrivingCode(hash));
  const [isRedeemed, setIsRedeemed] = useState(false);
  const unmountSignal = useUnmountSignal();

  useEffect(() => {
    if (hash) void navigate('/redeem', { replace: true });
  }, [hash, navigate]);

  async function redeem(fields: FormData) {
    await callApi('redeem', { code: textOf(fields, 'code') });
    forgetArrivingCode();
    setIsRedeemed(true);
    await waitForGroups(unmountSignal());
  }

  if (isRedeemed)
    return <ReceivedLicense>Your license is ready. We have also sent it to you by email.</ReceivedLicense>;
  if (!session)
    return (
      <SignInPrompt>
        {code
          ? 'Log in or create an account. Your code waits on this page, so keep it open; keep the code, too.'
          : 'Log in or create an account, and then enter your code.'}
      </SignInPrompt>
    );
  return (
    <SubmitForm submitLabel="Redeem" onSubmit={redeem}>
      <TextField
        label="Code"
        name="code"
        defaultValue={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        placeholder="ABCD-EFGH-JKLM-2345"
        isRequired
      />
    </SubmitForm>
  );
}
