import {
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { readGroups, requireAdminAddress } from './read-groups.ts';

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

describe('requireAdminAddress', () => {
  const require = () =>
    requireAdminAddress(new CognitoIdentityProviderClient({}), 'pool', 'bea@example.test');

  beforeEach(() => {
    pool.reset();
    const attributes = { sub: 'user-1', email: 'bea@example.test' };
    const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
    pool.on(AdminGetUserCommand, { Username: 'bea@example.test' }).resolves({ UserAttributes });
    pool
      .on(AdminListGroupsForUserCommand, { Username: 'user-1' })
      .resolves({ Groups: [{ GroupName: 'admin' }] });
  });

  it('returns the account of an admin', async () => {
    expect(await require()).toMatchObject({ sub: 'user-1', email: 'bea@example.test' });
  });

  it('refuses a person who is not in the team, and an unknown address, in the same words', async () => {
    const refusal = 'bea@example.test is not the address of an admin. A test goes to admins only.';
    pool.on(AdminListGroupsForUserCommand).resolves({ Groups: [{ GroupName: 'paid' }] });
    await expect(require()).rejects.toThrow(refusal);
    pool
      .on(AdminGetUserCommand)
      .rejects(new UserNotFoundException({ message: 'User does not exist.', $metadata: {} }));
    await expect(require()).rejects.toThrow(refusal);
  });
});
