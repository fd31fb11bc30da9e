import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { recoveryCodeCount } from '../../../../contract/rules/recovery-codes.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import type { UserRecord } from '../../lib/use-user.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { NewCodes } from './new-codes.tsx';
import { RecoveryLink } from './recovery-link.tsx';
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
