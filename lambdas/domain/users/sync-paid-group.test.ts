import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newUser } from './new-user.ts';
import type { PaidGroup } from './paid-group.ts';
import { isPaidGroupInSync, syncPaidGroup } from './sync-paid-group.ts';
import type { StoredUser, UserStore } from './user-store.ts';

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

  test('sets the latest state when it runs again', async () => {
    users.find.mockResolvedValueOnce(userWith('active')).mockResolvedValueOnce(userWith('none'));
    await sync();
    await sync();
    expect(group.add).toHaveBeenCalledOnce();
    expect(group.remove).toHaveBeenCalledOnce();
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
