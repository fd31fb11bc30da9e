import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../files/private-file.ts';
import { readIfThere } from '../files/read-if-there.ts';
import type { Attributes } from './attributes.ts';
import type { PasswordVerifier } from './srp.ts';

export type CodePurpose = 'signUp' | 'forgotPassword' | 'email';

export interface Code {
  value: string;
  expiresAtMs: number;
  wrongAttempts: number;
}

/** One sign-in: as long as it is listed, its refresh token and the access tokens made with it are good. */
export interface Session {
  refreshTokenHash: string;
  originId: string;
  eventId: string;
  signedInAtSeconds: number;
  expiresAtMs: number;
}

/** An authenticator app. */
export interface SoftwareToken {
  /** In base32. */
  readonly secret: string;
  /** That of the last code it was used with: no code works twice, and none from before it. */
  readonly lastStep: number;
}

/** What Cognito tells of a user, in its own names; dates are in seconds, as in Amazon's JSON. */
export interface UserRecord {
  Username: string;
  Enabled: boolean;
  UserStatus: 'UNCONFIRMED' | 'CONFIRMED';
  UserCreateDate: number;
  UserLastModifiedDate: number;
}

/** Never changed in place: `save` puts the changed copy in. */
export interface Account extends Readonly<UserRecord> {
  readonly attributes: Attributes;
  readonly groups: readonly string[];
  readonly passwordVerifier: PasswordVerifier;
  readonly sessions: readonly Session[];
  readonly codes: Partial<Record<CodePurpose, Code>>;
  readonly pendingEmail?: string;
  /** In base32; of an authenticator app that has not shown a code yet. */
  readonly pendingTokenSecret?: string;
  readonly softwareToken?: SoftwareToken;
  /** There while a sign-in asks for a code of the software token. */
  readonly mfa?: { readonly isPreferred: boolean };
}

export type UserPool = Awaited<ReturnType<typeof openUserPool>>;

/** The accounts of the one pool: in memory, and with `flush` in `<dir>/<pool id>.json`. Its groups are those of the stack. */
export async function openUserPool(dir: string, poolId: string, groups: readonly string[]) {
  await mkdir(dir, { recursive: true });
  const path = join(dir, `${poolId}.json`);
  const { Users } = JSON.parse((await readIfThere(path)) ?? '{"Users":{}}') as {
    Users: Record<string, Account>;
  };
  const accounts = new Map(Object.entries(Users));
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
      return (
        accounts.get(wanted) ?? [...accounts.values()].find(({ attributes }) => attributes.email === wanted)
      );
    },

    list: (): Account[] => [...accounts.values()],

    save(account: Account): void {
      accounts.set(account.Username, { ...account, UserLastModifiedDate: nowSeconds() });
      isChanged = true;
    },

    remove({ Username }: Account): void {
      accounts.delete(Username);
      isChanged = true;
    },

    hasGroup: (name: string): boolean => groups.includes(name),

    /** Without those that the stack no longer has. */
    groupsOf: (account: Account): string[] => groups.filter((name) => account.groups.includes(name)),

    /** Done when every change so far is on disk. */
    flush(): Promise<void> {
      lastWrite = lastWrite.then(write, write);
      return lastWrite;
    },
  };
}

/** The pool is made with signInCaseSensitive: false. */
export const normalizeEmail = (email: string): string => email.toLowerCase();

export const nowSeconds = () => Math.floor(Date.now() / 1000);
