import { Button, TextField } from '@aws-amplify/ui-react';
import { maxPasskeyNameLength } from '../../../../contract/rules/passkey-limits.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Progress } from '../../components/progress.tsx';
import type { Passkey } from '../../lib/identity-provider.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import styles from './security-tab.module.css';
import { Step } from './step.tsx';
import type { PasskeyList } from './use-passkey-list.ts';

interface PasskeysProps {
  list: PasskeyList;
  /** Whether this browser can create a passkey. */
  canAdd: boolean;
}

/** Lists, adds, names and removes the passkeys of the account. */
export function Passkeys({ list, canAdd }: PasskeysProps) {
  const { state, setState, look, change, rename, nameOf, describe } = list;

  return (
    <Step name={state.name} label="Passkeys">
      {state.name === 'loading' && <Progress label="Loading your passkeys…" />}
      {state.name === 'unknown' && (
        <>
          {state.news && <FormMessage tone="success">{state.news}</FormMessage>}
          <FormMessage tone="error">{state.failure}</FormMessage>
          <Button onClick={() => look()}>Try again</Button>
        </>
      )}
      {state.name === 'list' && (
        <>
          {state.news && <FormMessage tone="success">{state.news}</FormMessage>}
          <PasskeyItems
            passkeys={state.passkeys}
            describe={describe}
            onRename={(passkey) => setState({ name: 'naming', passkeys: state.passkeys, passkey })}
            onRemove={(passkey) => setState({ name: 'proving', passkeys: state.passkeys, passkey })}
            onAdd={canAdd && (() => setState({ name: 'proving', passkeys: state.passkeys }))}
          />
        </>
      )}
      {state.name === 'proving' && (
        <>
          <p>
            {state.passkey
              ? `Remove ${describe(state.passkey)}?`
              : 'Next, your browser asks you to create the passkey.'}
          </p>
          <ConfirmIdentity
            submitLabel={state.passkey ? 'Remove' : 'Continue'}
            closeLabel="Go Back"
            onClose={() => setState({ name: 'list', passkeys: state.passkeys })}
            onProven={() => change(state.passkey)}
          />
        </>
      )}
      {state.name === 'naming' && (
        <NamePasskey
          name={nameOf(state.passkey)}
          onName={(name) => rename(state.passkeys, state.passkey, name)}
          onClose={() => setState({ name: 'list', passkeys: state.passkeys })}
        />
      )}
    </Step>
  );
}

interface NamePasskeyProps {
  /** The current name. */
  name: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}

function NamePasskey({ name, onName, onClose }: NamePasskeyProps) {
  return (
    <SubmitForm
      submitLabel="Save"
      onSubmit={(fields) => onName(textOf(fields, 'name'))}
      actions={
        <Button variation="link" onClick={onClose}>
          Go Back
        </Button>
      }
    >
      <TextField
        label="Name of the passkey"
        name="name"
        defaultValue={name}
        maxLength={maxPasskeyNameLength}
        isRequired
      />
    </SubmitForm>
  );
}

interface PasskeyItemsProps {
  passkeys: Passkey[];
  describe: (passkey: Passkey) => string;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
  onAdd: (() => void) | false;
}

function PasskeyItems({ passkeys, describe, onRename, onRemove, onAdd }: PasskeyItemsProps) {
  return (
    <>
      <p>
        A passkey lets you sign in with your fingerprint, your face, or your screen lock, without a password
        or a code. It is stored on your device or in your password manager.
      </p>
      {passkeys.length === 0 ? (
        <p>You have no passkeys yet.</p>
      ) : (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span>{describe(passkey)}</span>
              <Button aria-label={`Rename ${describe(passkey)}`} onClick={() => onRename(passkey)}>
                Rename
              </Button>
              <Button aria-label={`Remove ${describe(passkey)}`} onClick={() => onRemove(passkey)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {onAdd && <Button onClick={onAdd}>Add a Passkey</Button>}
    </>
  );
}
