import { Button } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { FormMessage } from '../../components/forms/form-message.tsx';
import styles from '../../components/forms/submit-form.module.css';
import { Progress } from '../../components/progress.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';
import { reviewSecurity } from '../../lib/review-security.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { NewCodes } from './new-codes.tsx';
import { Step } from './step.tsx';

type State =
  | { name: 'making' }
  | { name: 'proving' }
  | { name: 'failed'; failure: string }
  | { name: 'made'; codes: string[] };

interface FirstRecoveryCodesProps {
  /** Called when there are new codes. */
  onMade: () => void;
  /** Called when the person leaves this step, with or without codes. */
  onDone: () => void;
}

/** Creates and shows the recovery codes of a second factor that was just turned on. */
export function FirstRecoveryCodes({ onMade, onDone }: FirstRecoveryCodesProps) {
  const [state, setState] = useState<State>({ name: 'making' });
  const isBegun = useRef(false);

  async function make() {
    const { codes } = await callApi('renewRecoveryCodes');
    setState({ name: 'made', codes });
    onMade();
  }

  async function tryToMake() {
    setState({ name: 'making' });
    try {
      await make();
    } catch (error) {
      // The failed call sent no email about the second factor.
      reviewSecurity();
      const isSignInOld = error instanceof ApiError && error.code === 'permission-denied';
      setState(isSignInOld ? { name: 'proving' } : { name: 'failed', failure: messageOf(error) });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void tryToMake();
  }, []);

  return (
    <Step name={state.name} label="Recovery codes">
      {state.name === 'making' && <Progress label="Making your recovery codes…" />}
      {state.name === 'proving' && (
        <>
          <p>To get your recovery codes, confirm that it is you.</p>
          <ConfirmIdentity submitLabel="Continue" closeLabel="Later" onClose={onDone} onProven={make} />
        </>
      )}
      {state.name === 'failed' && (
        <>
          <FormMessage tone="error">{state.failure}</FormMessage>
          <p>You do not have your recovery codes yet. You need them if you lose your authenticator app.</p>
          <div className={styles.actions}>
            <Button onClick={tryToMake}>Try again</Button>
            <Button variation="link" onClick={onDone}>
              Later
            </Button>
          </div>
        </>
      )}
      {state.name === 'made' && <NewCodes codes={state.codes} onKept={onDone} />}
    </Step>
  );
}
