import { Button } from '@aws-amplify/ui-react';
import { CopyButton } from '../../components/copy-button.tsx';
import { CodeField, codeOf } from '../../components/forms/code-field.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { Progress } from '../../components/progress.tsx';
import { Section } from '../../components/section.tsx';
import { providerMessage } from '../../lib/provider-message.ts';
import { useSession } from '../../lib/session.ts';
import type { UserRecord } from '../../lib/use-user.ts';
import styles from './account.module.css';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { QrCode } from './qr-code.tsx';
import { FirstRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx';
import { Step } from './step.tsx';
import type { Enrolment, SecondFactorSteps } from './use-second-factor.ts';

interface SecondFactorProps {
  steps: SecondFactorSteps;
  record: UserRecord;
  /** Whether the person could sign in with a passkey. */
  hasPasskeys: boolean;
}

/** Turns the second factor on and off. While it is on, a second section shows the recovery codes. */
export function SecondFactor({ steps, record, hasPasskeys }: SecondFactorProps) {
  const { state, setState, isOn, look, change, confirm } = steps;
  return (
    <>
      <Section id="second-factor" heading="Second factor">
        <Step name={state.name} label="Second factor">
          {state.name === 'loading' && <Progress label="Checking whether it is on…" />}
          {state.name === 'unknown' && (
            <>
              <FormMessage tone="error">{state.failure}</FormMessage>
              <Button onClick={look}>Try again</Button>
            </>
          )}
          {(state.name === 'on' || state.name === 'off') && (
            <OnOrOff
              {...state}
              hasPasskeys={hasPasskeys}
              onChange={() => setState({ name: 'proving', isOn: state.name === 'on' })}
            />
          )}
          {state.name === 'proving' && (
            <ConfirmIdentity
              submitLabel={state.isOn ? 'Turn Off' : 'Continue'}
              closeLabel="Go Back"
              onClose={() => setState({ name: state.isOn ? 'on' : 'off' })}
              onProven={() => change(state.isOn)}
            />
          )}
          {state.name === 'enrolling' && (
            // Another tab may have turned it on.
            <Enrol enrolment={state.enrolment} onConfirm={confirm} onClose={look} />
          )}
          {state.name === 'first-codes' && (
            <>
              <FormMessage tone="success">The second factor is on now.</FormMessage>
              <FirstRecoveryCodes onMade={record.askAgain} onDone={() => setState({ name: 'on' })} />
            </>
          )}
        </Step>
      </Section>
      {isOn && (
        <Section id="recovery-codes" heading="Recovery codes">
          <RecoveryCodes record={record} onFactorOff={() => setState({ name: 'off', isNews: true })} />
        </Section>
      )}
    </>
  );
}

interface OnOrOffProps {
  name: 'on' | 'off';
  isNews?: boolean;
  hasPasskeys: boolean;
  onChange: () => void;
}

function OnOrOff({ name, isNews, hasPasskeys, onChange }: OnOrOffProps) {
  const isAdmin = useSession()?.groups.includes('admin');
  const whenOn = 'On: to sign in, you need your password and a code from your authenticator app';
  return (
    <>
      {isNews && <FormMessage tone="success">{`The second factor is ${name} now.`}</FormMessage>}
      <p>
        {name === 'on'
          ? `${whenOn}${hasPasskeys ? ', or a passkey' : ''}.`
          : 'Off. Turn it on to require a code from an authenticator app when you sign in, so that your password alone is not enough.'}
      </p>
      {name === 'on' && isAdmin ? (
        <p>
          The desk requires an authenticator app. To turn it off, first ask the team to end your access to the
          desk.
        </p>
      ) : (
        <Button onClick={onChange}>{name === 'on' ? 'Turn Off' : 'Turn On'}</Button>
      )}
    </>
  );
}

interface EnrolProps {
  enrolment: Enrolment;
  onConfirm: (code: string) => Promise<void>;
  onClose: () => void;
}

function Enrol({ enrolment: { key, uri }, onConfirm, onClose }: EnrolProps) {
  return (
    <>
      <p>Scan this with your authenticator app, or enter the key in the app.</p>
      <QrCode text={uri} label="The key for your authenticator app, as a QR code" />
      <div className={styles.row}>
        <code>{inGroups(key)}</code>
        <CopyButton label="Copy key" text={key} />
      </div>
      <SubmitForm
        submitLabel="Turn On"
        describeError={providerMessage}
        onSubmit={(fields) => onConfirm(codeOf(fields))}
        actions={
          <Button variation="link" onClick={onClose}>
            Go Back
          </Button>
        }
      >
        <CodeField label="Code that the app shows" />
      </SubmitForm>
    </>
  );
}

/** Groups of four letters are easier to type. */
function inGroups(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? key;
}
