import {
  AdminAddUserToGroupCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newUser } from './new-user.ts';
import { isPaidGroupInSync, type PaidGroup, paidGroup, syncPaidGroup } from './paid-group.ts';
import type { StoredUser, UserStore } from './user-store.ts';

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

describe('syncPaidGroup', () => {
  const users = { find: vi.fn<UserStore['find']>() };

  const group = {
    add: vi.fn<PaidGroup['add']>(),
    remove: vi.fn<PaidGroup['remove']>(),
    isMember: vi.fn<PaidGroup['isMember']>(),
  };

  const record = newUser('user-1', 'ana@example.test', new Date(0));

  const userWith = (status: StoredUser['subscription']['status']): StoredUser => ({
    ...record,
    subscription: { ...record.subscription, status },
  });

  beforeEach(() => {
    users.find.mockReset();
    group.add.mockReset().mockResolvedValue();
    group.remove.mockReset().mockResolvedValue();
    group.isMember.mockReset();
  });

  describe('syncPaidGroup', () => {
    const sync = () => syncPaidGroup({ users, group }, 'user-1');

    test('adds a user who holds a license', async () => {
      users.find.mockResolvedValue(userWith('active'));
      await sync();
      expect(users.find).toHaveBeenCalledExactlyOnceWith('user-1');
      expect(group.add).toHaveBeenCalledExactlyOnceWith('user-1');
      expect(group.remove).not.toHaveBeenCalled();
    });

    test('removes a user who holds no license', async () => {
      users.find.mockResolvedValue(userWith('none'));
      await sync();
      expect(group.remove).toHaveBeenCalledExactlyOnceWith('user-1');
      expect(group.add).not.toHaveBeenCalled();
    });

    test('changes nothing for a user without a record', async () => {
      users.find.mockResolvedValue(undefined);
      await sync();
      expect(group.add).not.toHaveBeenCalled();
      expect(group.remove).not.toHaveBeenCalled();
    });

    test.each([
      ['add', 'active'],
      ['remove', 'none'],
    ] as const)('throws when it could not %s the user', async (method, status) => {
      users.find.mockResolvedValue(userWith(status));
      group[method].mockRejectedValue(new Error('throttled'));
      await expect(sync()).rejects.toThrow('throttled');
    });
  });

  describe('isPaidGroupInSync', () => {
    test.each([
      ['true for a member who holds a license', true, userWith('active'), true],
      ['false for a member who holds no license', true, userWith('none'), false],
      ['false for a user outside of the group who holds a license', false, userWith('active'), false],
      ['true for a user outside of the group who holds no license', false, userWith('none'), true],
      ['true for a member without a record', true, undefined, true],
      ['true for a record without an account', undefined, userWith('active'), true],
      ['true when neither exists', undefined, undefined, true],
    ])('is %s', async (_, isMember, user, expected) => {
      group.isMember.mockResolvedValue(isMember);
      users.find.mockResolvedValue(user);
      expect(await isPaidGroupInSync({ users, group }, 'user-1')).toBe(expected);
      expect(group.isMember).toHaveBeenCalledExactlyOnceWith('user-1');
      expect(users.find).toHaveBeenCalledExactlyOnceWith('user-1');
    });
  });
});
