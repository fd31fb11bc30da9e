import { Button, TextField } from '@aws-amplify/ui-react';
import { useCallback, useEffect, useState } from 'react';
import type { User } from '../../../../contract/records/user.ts';
import { maxPasskeyNameLength } from '../../../../contract/rules/passkey-limits.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Progress } from '../../components/progress.tsx';
import { callApi } from '../../lib/call-api.ts';
import { formatDate } from '../../lib/format-date.ts';
import type { Passkey } from '../../lib/identity-provider.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { messageOf } from '../../lib/message-of.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import { reviewSecurity } from '../../lib/review-security.ts';
import type { UserRecord } from '../../lib/use-user.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import styles from './passkeys.module.css';
import { Step } from './step.tsx';

type State =
  | { name: 'loading' }
  | { name: 'unknown'; failure: string; news?: string }
  | { name: 'list'; passkeys: Passkey[]; news?: string }
  /** `passkey` is the one to remove; without it, one is added. */
  | { name: 'proving'; passkeys: Passkey[]; passkey?: Passkey }
  | { name: 'naming'; passkeys: Passkey[]; passkey: Passkey };

interface PasskeysProps extends Pick<UserRecord, 'take'> {
  /** The names that the person chose. */
  names: NonNullable<User['passkeyNames']>;
}

/** Lists, adds, names and removes the passkeys of the account. */
export function Passkeys({ names, take }: PasskeysProps) {
  const [state, setState] = useState<State>({ name: 'loading' });

  const look = useCallback(async (text?: string) => {
    const news = text ? { news: text } : {};
    try {
      const { listPasskeys } = await loadIdentityProvider();
      setState({ name: 'list', passkeys: await listPasskeys(), ...news });
    } catch (error) {
      setState({ name: 'unknown', failure: providerMessage(error), ...news });
    }
  }, []);

  useEffect(() => {
    void look();
  }, [look]);

  async function change(passkey: Passkey | undefined) {
    const { addPasskey, removePasskey } = await loadIdentityProvider();
    if (!passkey) {
      await addPasskey();
      reviewSecurity();
      return look('Your passkey is ready.');
    }
    await removePasskey(passkey.id);
    reviewSecurity();
    // A name that stays behind is not shown.
    if (nameOf(passkey.id) !== undefined)
      await saveName(passkey.id, null).catch((cause: unknown) =>
        logQuietly('The name of the passkey could not be removed', cause),
      );
    await look('The passkey was removed. Delete it from your device, too.');
  }

  async function saveName(id: string, name: string | null) {
    take(await callApi('updateMe', { passkey: { id, name } }));
  }

  async function rename(passkeys: Passkey[], { id }: Passkey, name: string) {
    await saveName(id, name);
    setState({ name: 'list', passkeys, news: 'The name is saved.' });
  }

  const nameOf = (id: string) => names.find((named) => named.id === id)?.name;

  const describe = ({ id, name, addedAt }: Passkey) => {
    const known = nameOf(id) ?? name;
    return addedAt ? `${known}, added ${formatDate(addedAt.toISOString())}` : known;
  };

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
          <p>
            A passkey lets you sign in with your fingerprint, your face, or your screen lock, without a
            password or a code. It is stored on your device or in your password manager.
          </p>
          <PasskeyList
            passkeys={state.passkeys}
            describe={describe}
            onRename={(passkey) => setState({ name: 'naming', passkeys: state.passkeys, passkey })}
            onRemove={(passkey) => setState({ name: 'proving', passkeys: state.passkeys, passkey })}
          />
          <Button onClick={() => setState({ name: 'proving', passkeys: state.passkeys })}>
            Add a Passkey
          </Button>
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
          name={nameOf(state.passkey.id) ?? state.passkey.name}
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
      describeError={messageOf}
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

interface PasskeyListProps {
  passkeys: Passkey[];
  describe: (passkey: Passkey) => string;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

function PasskeyList({ passkeys, describe, onRename, onRemove }: PasskeyListProps) {
  if (passkeys.length === 0) return <p>You have no passkeys yet.</p>;
  return (
    <ul className={styles.list}>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          {describe(passkey)}
          <Button aria-label={`Rename ${describe(passkey)}`} onClick={() => onRename(passkey)}>
            Rename
          </Button>
          <Button aria-label={`Remove ${describe(passkey)}`} onClick={() => onRemove(passkey)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
