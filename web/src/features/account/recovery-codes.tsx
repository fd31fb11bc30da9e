import { Button } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { recoveryCodeCount } from '../../../../contract/rules/recovery-codes.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { FormActions } from '../../components/forms/submit-form.tsx';
import { Progress } from '../../components/progress.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';
import { reviewSecurity } from '../../lib/review-security.ts';
import type { UserRecord } from '../../lib/use-user.ts';
import { ConfirmIdentity, RecoveryLink } from './confirm-identity.tsx';
import { NewCodes } from './new-codes.tsx';
import { Step } from './step.tsx';

type State = { name: 'count' } | { name: 'proving' } | { name: 'made'; codes: string[] };

interface RecoveryCodesProps {
  record: Pick<UserRecord, 'value' | 'askAgain'>;
  /** Called when the second factor was turned off elsewhere, so that no codes can be created. */
  onFactorOff: () => void;
}

/** Shows how many recovery codes are left, and creates new ones. */
export function RecoveryCodes({ record: { value: user, askAgain }, onFactorOff }: RecoveryCodesProps) {
  const [state, setState] = useState<State>({ name: 'count' });
  const hasSome = (user?.recoveryCodesLeft ?? 0) > 0;

  async function make() {
    try {
      const { codes } = await callApi('renewRecoveryCodes');
      setState({ name: 'made', codes });
      askAgain();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid-argument') return onFactorOff();
      throw error;
    }
  }

  return (
    <Step name={state.name} label="Recovery codes">
      {state.name === 'count' && (
        <>
          {user && <p>{describe(user.recoveryCodesLeft)}</p>}
          <p>
            If you lose your authenticator app, a recovery code and your password turn it off, so that you can
            sign in.
            {hasSome && (
              <span>
                {' '}
                If you did not keep the codes, make new ones. <RecoveryLink />
              </span>
            )}
          </p>
          <Button onClick={() => setState({ name: 'proving' })}>Make New Codes</Button>
        </>
      )}
      {state.name === 'proving' && (
        <>
          <p>You get {recoveryCodeCount} new codes. Any old ones stop working.</p>
          <ConfirmIdentity
            submitLabel="Make New Codes"
            closeLabel="Go Back"
            onClose={() => setState({ name: 'count' })}
            onProven={make}
          />
        </>
      )}
      {state.name === 'made' && <NewCodes codes={state.codes} onKept={() => setState({ name: 'count' })} />}
    </Step>
  );
}

function describe(left: number | undefined): string {
  if (left === undefined) return 'You have no recovery codes yet.';
  if (left === 0) return 'You have no recovery codes left.';
  return `${left} of ${recoveryCodeCount} recovery codes ${left === 1 ? 'is' : 'are'} left.`;
}

type FirstState =
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
  const [state, setState] = useState<FirstState>({ name: 'making' });
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
          <FormActions>
            <Button onClick={tryToMake}>Try again</Button>
            <Button variation="link" onClick={onDone}>
              Later
            </Button>
          </FormActions>
        </>
      )}
      {state.name === 'made' && <NewCodes codes={state.codes} onKept={onDone} />}
    </Step>
  );
}
