import {
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { readGroups } from './read-groups.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const read = () => readGroups(new CognitoIdentityProviderClient({}), 'pool', 'user-1');

beforeEach(() => {
  pool.reset();
});

describe('readGroups', () => {
  it('returns the groups of the contract, strongest first', async () => {
    pool
      .on(AdminListGroupsForUserCommand, { UserPoolId: 'pool', Username: 'user-1' })
      .resolves({ Groups: [{ GroupName: 'paid' }, { GroupName: 'other' }, { GroupName: 'admin' }] });
    expect(await read()).toEqual(['admin', 'paid']);
  });

  it('returns none for a user without groups, or without an account', async () => {
    pool.on(AdminListGroupsForUserCommand).resolves({});
    expect(await read()).toEqual([]);
    pool
      .on(AdminListGroupsForUserCommand)
      .rejects(new UserNotFoundException({ message: 'User does not exist.', $metadata: {} }));
    expect(await read()).toEqual([]);
  });

  it('fails when the pool fails', async () => {
    pool.on(AdminListGroupsForUserCommand).rejects(new Error('The pool is unavailable.'));
    await expect(read()).rejects.toThrow('The pool is unavailable.');
  });
});
