import { useCallback, useEffect, useState } from 'react';
import type { User } from '../../../../contract/records/user.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatDate } from '../../lib/format-date.ts';
import type { Passkey } from '../../lib/identity-provider.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import { reviewSecurity } from '../../lib/review-security.ts';
import type { UserRecord } from '../../lib/use-user.ts';

type State =
  | { name: 'loading' }
  | { name: 'unknown'; failure: string; news?: string }
  | { name: 'list'; passkeys: Passkey[]; news?: string }
  /** `passkey` is the passkey to remove. If it is missing, one is added. */
  | { name: 'proving'; passkeys: Passkey[]; passkey?: Passkey }
  | { name: 'naming'; passkeys: Passkey[]; passkey: Passkey };

interface ChosenNames extends Pick<UserRecord, 'take'> {
  /** The names that the person chose. */
  names: NonNullable<User['passkeyNames']>;
}

export type PasskeyList = ReturnType<typeof usePasskeyList>;

/** The passkeys of the account, and the steps that change and rename them. */
export function usePasskeyList(chosen: ChosenNames) {
  const { chosenName, saveName, nameOf, describe } = usePasskeyNames(chosen);
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
    // A name without a passkey is not shown.
    if (chosenName(passkey.id) !== undefined)
      await saveName(passkey.id, null).catch((cause: unknown) =>
        logQuietly('The name of the passkey could not be removed', cause),
      );
    await look('The passkey was removed. Delete it from your device, too.');
  }

  async function rename(passkeys: Passkey[], { id }: Passkey, name: string) {
    await saveName(id, name);
    setState({ name: 'list', passkeys, news: 'The name is saved.' });
  }

  /** Empty until they are known. */
  const passkeys = 'passkeys' in state ? state.passkeys : [];

  return { state, setState, passkeys, look, change, rename, nameOf, describe };
}

function usePasskeyNames({ names, take }: ChosenNames) {
  const chosenName = (id: string) => names.find((named) => named.id === id)?.name;

  const nameOf = ({ id, name }: Passkey) => chosenName(id) ?? name;

  return {
    chosenName,
    nameOf,
    describe(passkey: Passkey) {
      const name = nameOf(passkey);
      return passkey.addedAt ? `${name}, added ${formatDate(passkey.addedAt.toISOString())}` : name;
    },
    async saveName(id: string, name: string | null) {
      take(await callApi('updateMe', { passkey: { id, name } }));
    },
  };
}
