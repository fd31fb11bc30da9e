import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere } from '../../files/read-if-there.ts';
import { writePrivateFile } from '../../files/write-durably.ts';
import type { Account } from './account.ts';

export type UserPool = Awaited<ReturnType<typeof openUserPool>>;

/** Opens the accounts of the pool. They are in memory, and `flush` writes them to `<dir>/<pool id>.json`. */
export async function openUserPool(dir: string, poolId: string, groups: readonly string[]) {
  await mkdir(dir, { recursive: true });
  const path = join(dir, `${poolId}.json`);
  const { Users } = JSON.parse((await readIfThere(path)) ?? '{"Users":{}}') as {
    Users: Record<string, Account>;
  };
  const accounts = new Map(Object.entries(Users));
  const usernames = new Map([...accounts].map(([username, { attributes }]) => [attributes.email, username]));
  let isChanged = false;
  let lastWrite: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (!isChanged) return;
    isChanged = false;
    try {
      await writePrivateFile(path, JSON.stringify({ Users: Object.fromEntries(accounts) }, null, 2));
    } catch (error) {
      isChanged = true;
      throw error;
    }
  }

  return {
    find(usernameOrEmail: string): Account | undefined {
      const wanted = normalizeEmail(usernameOrEmail);
      return accounts.get(wanted) ?? accounts.get(usernames.get(wanted) ?? '');
    },

    list: (): Account[] => [...accounts.values()],

    save(account: Account): void {
      const previous = accounts.get(account.Username)?.attributes.email;
      if (previous !== undefined) usernames.delete(previous);
      usernames.set(account.attributes.email, account.Username);
      accounts.set(account.Username, { ...account, UserLastModifiedDate: nowSeconds() });
      isChanged = true;
    },

    remove({ Username, attributes }: Account): void {
      accounts.delete(Username);
      usernames.delete(attributes.email);
      isChanged = true;
    },

    hasGroup: (name: string): boolean => groups.includes(name),

    /** The groups of an account, without groups that are no longer in the stack. */
    groupsOf: (account: Account): string[] => groups.filter((name) => account.groups.includes(name)),

    /** Resolves when all changes so far are on disk. */
    flush(): Promise<void> {
      lastWrite = lastWrite.then(write, write);
      return lastWrite;
    },
  };
}

/** The pool has signInCaseSensitive: false. */
export const normalizeEmail = (email: string): string => email.toLowerCase();

/** Cognito accepts addresses that many patterns refuse, such as `smith&sons@example.com`. */
export const isEmailAddress = (text: string | undefined): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text ?? '');

export const nowSeconds = () => Math.floor(Date.now() / 1000);
