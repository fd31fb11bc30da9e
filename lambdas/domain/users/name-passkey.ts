import { maxPasskeys } from '../../../contract/rules/passkey-limits.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/** Each further attempt means that another request changed the names in between. */
const maxAttempts = 5;

interface NamedPasskey {
  id: string;
  /** Null removes the name. */
  name: string | null;
}

/**
 * Stores or removes the name of a passkey in the user's record. Keeps at most 20 names, and removes
 * the oldest.
 * @param readUser reads the record that is changed
 * @returns the record after the change
 */
export async function namePasskey(
  users: Pick<UserStore, 'replacePasskeyNames'>,
  readUser: () => Promise<StoredUser>,
  { id, name }: NamedPasskey,
): Promise<StoredUser> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const user = await readUser();
    const { userId, passkeyNames: previous } = user;
    const others = (previous ?? []).filter((other) => other.id !== id);
    const next = name === null ? others : [...others, { id, name }].slice(-maxPasskeys);
    if (await users.replacePasskeyNames(userId, previous, next)) return { ...user, passkeyNames: next };
  }
  throw new Error('The names of the passkeys kept changing.');
}
