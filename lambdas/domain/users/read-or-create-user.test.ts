import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { maxUsernameLength } from '../../../contract/rules/account-limits.ts';
import { newUser } from './new-user.ts';
import { readOrCreateUser, readUserByEmail, readUserById } from './read-or-create-user.ts';
import type { UserStore } from './user-store.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const cognito = new CognitoIdentityProviderClient({});
const caller = { userId: 'user-1', groups: [], accessToken: 'access-token', signedInAt: new Date(0) };
const now = new Date('2025-09-01T10:00:00Z');
const known = newUser('user-1', 'ana@example.test', new Date(0));
const created = newUser('user-1', 'ana@example.test', now);
const account = {
  Username: 'user-1',
  UserAttributes: [
    { Name: 'sub', Value: 'user-1' },
    { Name: 'email', Value: 'ana@example.test' },
  ],
};
const gone = new UserNotFoundException({ message: 'gone', $metadata: {} });
const users = { find: vi.fn<UserStore['find']>(), create: vi.fn<UserStore['create']>() };
const readOrCreate = () => readOrCreateUser(users as Partial<UserStore> as UserStore, cognito, caller, now);
const readById = () => readUserById(users, cognito, 'pool', 'user-1', now);

beforeEach(() => {
  pool.reset();
  pool.on(GetUserCommand, { AccessToken: 'access-token' }).resolves(account);
  pool.on(AdminGetUserCommand, { UserPoolId: 'pool', Username: 'user-1' }).resolves(account);
  users.find.mockReset().mockResolvedValue(undefined);
  users.create.mockReset().mockImplementation(async (user) => user);
});

describe.each([
  ['readOrCreateUser', readOrCreate],
  ['readUserById', readById],
])('%s', (_, read) => {
  test('reads a known user without calling Cognito', async () => {
    users.find.mockResolvedValue(known);
    expect(await read()).toBe(known);
    expect(users.find).toHaveBeenCalledWith('user-1');
    expect(users.create).not.toHaveBeenCalled();
    expect(pool.calls()).toEqual([]);
  });

  test('creates a new user with the address that Cognito returns', async () => {
    expect(await read()).toEqual(created);
    expect(users.create).toHaveBeenCalledExactlyOnceWith(created);
  });
});

test('returns the same record to two calls that create it at once', async () => {
  users.create.mockResolvedValue(known);
  expect(await readOrCreate()).toBe(known);
});

test.each([
  ['is signed out everywhere', new NotAuthorizedException({ message: 'revoked', $metadata: {} })],
  ['is deleted', gone],
])('throws unauthenticated and creates no record when the account %s', async (_, refusal) => {
  pool.on(GetUserCommand).rejects(refusal);
  await expect(readOrCreate()).rejects.toMatchObject({ name: 'AppError', code: 'unauthenticated' });
  expect(users.create).not.toHaveBeenCalled();
});

test('keeps a tombstone while the account still exists in Cognito', async () => {
  users.create.mockResolvedValue(undefined);
  await expect(readOrCreate()).rejects.toMatchObject({ name: 'AppError', code: 'unauthenticated' });
});

test('throws the error of Cognito and creates no record', async () => {
  pool.on(GetUserCommand).rejects(new Error('throttled'));
  await expect(readOrCreate()).rejects.toThrow(/^throttled$/);
  expect(users.create).not.toHaveBeenCalled();
});

test('creates no record for an account without an address', async () => {
  pool.on(GetUserCommand).resolves({ Username: 'user-1', UserAttributes: [] });
  await expect(readOrCreate()).rejects.toThrow('no email');
  expect(users.create).not.toHaveBeenCalled();
});

test('creates nothing for the id of a deleted account', async () => {
  pool.on(AdminGetUserCommand).rejects(gone);
  expect(await readById()).toBeUndefined();
  expect(users.create).not.toHaveBeenCalled();
});

describe('readUserByEmail', () => {
  const read = (email: string) => readUserByEmail(users, cognito, 'pool', email, now);

  it('creates the record of an account with the longest address that Cognito accepts', async () => {
    const email = `${'a'.repeat(maxUsernameLength - '@example.test'.length)}@example.test`;
    const [sub] = account.UserAttributes;
    pool.on(AdminGetUserCommand).resolves({
      Username: 'user-1',
      UserAttributes: [...(sub ? [sub] : []), { Name: 'email', Value: email }],
    });
    expect(await read(email)).toMatchObject({ userId: 'user-1', email });
  });

  it('does not call Cognito with a longer address, which it would refuse as invalid', async () => {
    expect(await read('a'.repeat(maxUsernameLength + 1))).toBeUndefined();
    expect(pool.calls()).toEqual([]);
  });
});
