import {
  AdminAddUserToGroupCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { paidGroup } from './paid-group.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const group = paidGroup(new CognitoIdentityProviderClient({}), 'Pool');
const member = { UserPoolId: 'Pool', Username: 'user-1' };

beforeEach(() => {
  pool.reset();
});

const inputs = () => pool.calls().map(({ args: [command] }) => [command.constructor, command.input]);

describe('paidGroup', () => {
  test('adds a user to the group paid', async () => {
    expect(await group.add('user-1')).toBeUndefined();
    expect(inputs()).toEqual([[AdminAddUserToGroupCommand, { ...member, GroupName: 'paid' }]]);
  });

  test('removes a user from the group paid', async () => {
    expect(await group.remove('user-1')).toBeUndefined();
    expect(inputs()).toEqual([[AdminRemoveUserFromGroupCommand, { ...member, GroupName: 'paid' }]]);
  });

  test.each([
    [true, ['admin', 'paid']],
    [false, ['admin', 'vip']],
    [false, []],
  ])('returns %s from isMember for a user in the groups %j', async (expected, names) => {
    pool.on(AdminListGroupsForUserCommand).resolves({ Groups: names.map((GroupName) => ({ GroupName })) });
    expect(await group.isMember('user-1')).toBe(expected);
    expect(inputs()).toEqual([[AdminListGroupsForUserCommand, member]]);
  });

  test('returns false from isMember when Cognito returns no list', async () => {
    pool.on(AdminListGroupsForUserCommand).resolves({});
    expect(await group.isMember('user-1')).toBe(false);
  });

  const methods = ['isMember', 'add', 'remove'] as const;

  test.each(methods)('returns undefined from %s for an account that no longer exists', async (method) => {
    pool.onAnyCommand().rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
    expect(await group[method]('user-1')).toBeUndefined();
    expect(pool.calls()).toHaveLength(1);
  });

  test.each(methods)('throws every other error of Cognito from %s', async (method) => {
    pool.onAnyCommand().rejects(new Error('throttled'));
    await expect(group[method]('user-1')).rejects.toThrow('throttled');
  });
});
