import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../../contract/records/user.ts';
import { newUser } from './new-user.ts';
import { readUserById } from './read-user-by-id.ts';
import type { UserStore } from './user-store.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const cognito = new CognitoIdentityProviderClient({});
const now = new Date('2025-09-01T10:00:00Z');
const users = { find: vi.fn<UserStore['find']>(), create: vi.fn<UserStore['create']>() };
const read = () => readUserById(users, cognito, 'pool', 'user-1', now);

beforeEach(() => {
  pool.reset();
  users.find.mockReset().mockResolvedValue(undefined);
  users.create.mockReset().mockImplementation(async (user: User) => user);
});

test('reads a known user without calling Cognito', async () => {
  const known = newUser('user-1', 'ana@example.test', new Date(0));
  users.find.mockResolvedValue(known);
  expect(await read()).toBe(known);
  expect(pool.calls()).toEqual([]);
});

test('creates a record for an account without one', async () => {
  pool
    .on(AdminGetUserCommand, { UserPoolId: 'pool', Username: 'user-1' })
    .resolves({ UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }] });
  const expected = newUser('user-1', 'ana@example.test', now);
  expect(await read()).toEqual(expected);
  expect(users.create).toHaveBeenCalledExactlyOnceWith(expected);
});

test('creates nothing for a deleted account', async () => {
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
  expect(await read()).toBeUndefined();
  expect(users.create).not.toHaveBeenCalled();
});
