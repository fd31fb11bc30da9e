import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { maxUsernameLength } from '../../../contract/rules/account-limits.ts';
import { readUserByEmail } from './read-user-by-email.ts';

const pool = mockClient(CognitoIdentityProviderClient);

beforeEach(() => {
  pool.reset();
});

const read = (email: string) =>
  readUserByEmail(
    { find: async () => undefined, create: async (user) => user },
    new CognitoIdentityProviderClient({}),
    'pool',
    email,
    new Date('2026-11-25T10:00:00Z'),
  );

it('creates the record of an account with the longest address that Cognito accepts', async () => {
  const email = `${'a'.repeat(maxUsernameLength - '@example.test'.length)}@example.test`;
  pool.on(AdminGetUserCommand).resolves({
    Username: 'user-1',
    UserAttributes: [
      { Name: 'sub', Value: 'user-1' },
      { Name: 'email', Value: email },
    ],
  });
  expect(await read(email)).toMatchObject({ userId: 'user-1', email });
});

it('does not call Cognito with a longer address, which it would refuse as invalid', async () => {
  expect(await read('a'.repeat(maxUsernameLength + 1))).toBeUndefined();
  expect(pool.calls()).toEqual([]);
});
