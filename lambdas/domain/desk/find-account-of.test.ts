import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { findAccountOf } from './find-account-of.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const email = 'ana@example.test';
const UserAttributes = [
  { Name: 'sub', Value: 'user-1' },
  { Name: 'email', Value: email },
];
const find = (userId: string) => findAccountOf(new CognitoIdentityProviderClient({}), 'pool-1', userId);

beforeEach(() => {
  pool.reset();
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
});

describe('findAccountOf', () => {
  it.each([
    [['SOFTWARE_TOKEN_MFA'], true],
    [[], false],
  ])('finds an account with the methods %j by the user id', async (UserMFASettingList, hasApp) => {
    pool
      .on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username: 'user-1' })
      .resolves({ UserAttributes, UserMFASettingList });
    expect(await find('user-1')).toEqual({ userId: 'user-1', email, hasApp });
  });

  it('refuses an address, although Cognito finds the account by it', async () => {
    pool.on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username: email }).resolves({ UserAttributes });
    await expect(find(email)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('refuses the id of a deleted account', async () => {
    await expect(find('user-2')).rejects.toMatchObject({ code: 'not-found' });
  });
});
