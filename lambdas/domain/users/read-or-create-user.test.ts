import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../../contract/records/user.ts';
import { newUser } from './new-user.ts';
import { readOrCreateUser } from './read-or-create-user.ts';
import type { UserStore } from './user-store.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const cognito = new CognitoIdentityProviderClient({});
const caller = { userId: 'user-1', groups: [], accessToken: 'access-token', signedInAt: new Date(0) };
const now = new Date('2025-09-01T10:00:00Z');
const users = {
  find: vi.fn<UserStore['find']>(),
  create: vi.fn<UserStore['create']>(),
};
const readOrCreate = () => readOrCreateUser(users as Partial<UserStore> as UserStore, cognito, caller, now);

beforeEach(() => {
  pool.reset();
  users.find.mockReset().mockResolvedValue(undefined);
  users.create.mockReset().mockImplementation(async (user: User) => user);
});

test('a known user is read, without asking Cognito', async () => {
  const known = newUser('user-1', 'ana@example.test', new Date(0));
  users.find.mockResolvedValue(known);
  expect(await readOrCreate()).toBe(known);
  expect(users.find).toHaveBeenCalledWith('user-1');
  expect(users.create).not.toHaveBeenCalled();
  expect(pool.calls()).toEqual([]);
});

test('a new user is made, with the address that Cognito gives for their own token', async () => {
  const attributes = [
    { Name: 'sub', Value: 'user-1' },
    { Name: 'email', Value: 'ana@example.test' },
  ];
  pool
    .on(GetUserCommand, { AccessToken: 'access-token' })
    .resolves({ Username: 'user-1', UserAttributes: attributes });
  const expected = newUser('user-1', 'ana@example.test', now);
  expect(await readOrCreate()).toEqual(expected);
  expect(users.create).toHaveBeenCalledExactlyOnceWith(expected);
});

test('when two calls make the record at once, both answer the one that stands', async () => {
  const existing = newUser('user-1', 'ana@example.test', new Date(0));
  pool.on(GetUserCommand).resolves({
    Username: 'user-1',
    UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }],
  });
  users.create.mockResolvedValue(existing);
  expect(await readOrCreate()).toBe(existing);
});

describe('no record is made', () => {
  test.each([
    ['is signed out everywhere', new NotAuthorizedException({ message: 'revoked', $metadata: {} })],
    ['is deleted', new UserNotFoundException({ message: 'gone', $metadata: {} })],
  ])('when the account %s: the caller is unauthenticated', async (_, refusal) => {
    pool.on(GetUserCommand).rejects(refusal);
    await expect(readOrCreate()).rejects.toMatchObject({ name: 'AppError', code: 'unauthenticated' });
    expect(users.create).not.toHaveBeenCalled();
  });

  test('over a tombstone, while Cognito still knows the account', async () => {
    pool.on(GetUserCommand).resolves({
      Username: 'user-1',
      UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }],
    });
    users.create.mockResolvedValue(undefined);
    await expect(readOrCreate()).rejects.toMatchObject({ name: 'AppError', code: 'unauthenticated' });
  });

  test('when Cognito is out of order: that is no fault of the caller’s', async () => {
    pool.on(GetUserCommand).rejects(new Error('throttled'));
    await expect(readOrCreate()).rejects.toThrow(/^throttled$/);
    expect(users.create).not.toHaveBeenCalled();
  });

  test('for an account without an address', async () => {
    pool.on(GetUserCommand).resolves({ Username: 'user-1', UserAttributes: [] });
    await expect(readOrCreate()).rejects.toThrow('no email');
    expect(users.create).not.toHaveBeenCalled();
  });
});
