import { randomUUID } from 'node:crypto';
import type { Account } from '../local/fakes/cognito/account.ts';
import { createPasswordVerifier } from '../local/fakes/cognito/srp.ts';
import type { UserPool } from '../local/fakes/cognito/user-pool.ts';
import type { DemoPerson } from './demo-people.ts';

/** A verifier without a password, so that nobody can log in as a person of the demonstration. */
const noPassword: Account['passwordVerifier'] = { salt: '00', verifier: '01' };

/** @returns the user id */
export function addDemoAccount(
  pool: UserPool,
  { email, registeredAt, isConfirmed }: Pick<DemoPerson, 'email' | 'registeredAt' | 'isConfirmed'>,
): string {
  const userId = randomUUID();
  pool.save(accountOf({ userId, email, registeredAt, isConfirmed, passwordVerifier: noPassword }));
  return userId;
}

/** The admin who can use the desk. */
export function addDemoAdmin(
  pool: UserPool,
  poolId: string,
  {
    email,
    password,
    factorSecret,
    now,
  }: { email: string; password: string; factorSecret: string; now: Date },
): string {
  const userId = randomUUID();
  const identity = { poolName: poolId.split('_')[1] ?? '', username: userId };
  const account = accountOf({
    userId,
    email,
    registeredAt: now,
    isConfirmed: true,
    passwordVerifier: createPasswordVerifier(identity, password),
  });
  pool.save({
    ...account,
    groups: ['admin'],
    softwareToken: { secret: factorSecret, lastStep: 0 },
    mfa: { isPreferred: true },
  });
  return userId;
}

function accountOf({
  userId,
  email,
  registeredAt,
  isConfirmed,
  passwordVerifier,
}: Pick<DemoPerson, 'email' | 'registeredAt' | 'isConfirmed'> & {
  userId: string;
  passwordVerifier: Account['passwordVerifier'];
}): Account {
  const seconds = Math.floor(registeredAt.getTime() / 1000);
  return {
    Username: userId,
    Enabled: true,
    UserStatus: isConfirmed ? 'CONFIRMED' : 'UNCONFIRMED',
    UserCreateDate: seconds,
    UserLastModifiedDate: seconds,
    attributes: { sub: userId, email, email_verified: isConfirmed ? 'true' : 'false' },
    groups: [],
    passwordVerifier,
    sessions: [],
    codes: {},
  };
}
