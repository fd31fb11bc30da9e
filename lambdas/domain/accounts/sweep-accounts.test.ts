import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { hourMs, testSweep } from './test-sweep.ts';

const { world, dependencies, sweep, addRecord, addPerson, addLicense, putReferralItem } = testSweep();
/** Records of other tests have no account here. */
const allowAll = { maxDeletions: 10_000 };

describe('records', () => {
  test('requests license files that are missing', async () => {
    const userId = await addPerson({ isActive: true, isPaid: true });
    const orderId = randomUUID();
    await addLicense(userId, orderId);
    const swept = vi.fn();
    await sweep({ swept }, allowAll);
    expect(world.licenseRequests).toEqual([orderId]);
    expect(swept).toHaveBeenCalledWith('license requested');
  });

  test.each([
    [true, false, 1],
    [false, true, 1],
    [true, true, 0],
    [false, false, 0],
  ])('with an active license %s and the group %s requests %i syncs', async (isActive, isPaid, expected) => {
    const userId = await addPerson({ isActive, isPaid });
    await sweep();
    expect(world.syncs.filter((id) => id === userId)).toHaveLength(expected);
  });

  test('requests no sync when the license changed after the page was read', async () => {
    const userId = await addPerson({ isActive: false, isPaid: true });
    const current = await dependencies.users.find(userId);
    const find = async () =>
      current && { ...current, subscription: { ...current.subscription, status: 'active' as const } };
    await sweep({ users: { ...dependencies.users, find } }, { maxDeletions: 0 });
    expect(world.syncs).not.toContain(userId);
  });
});

describe('unconfirmed accounts', () => {
  const register = (hoursAgo: number, status = 'UNCONFIRMED') => {
    const userId = randomUUID();
    world.accounts.set(userId, {
      status,
      createdAt: new Date(world.nowMs - hoursAgo * hourMs),
      isPaid: false,
    });
    return userId;
  };

  test('removes accounts after 48 unconfirmed hours, and no others', async () => {
    const late = register(48.1);
    const kept = [register(47.9), register(100, 'CONFIRMED')];
    expect(await sweep()).toMatchObject({ unconfirmedRemoved: 1 });
    expect(world.accounts.has(late)).toBe(false);
    for (const userId of kept) expect(world.accounts.has(userId)).toBe(true);
  });

  test('keeps an account that was confirmed after it was listed', async () => {
    const userId = register(72);
    const statusOf = async (id: string) => {
      const account = world.accounts.get(id);
      if (account) account.status = 'CONFIRMED';
      return account?.status;
    };
    expect(await sweep({ accounts: { ...dependencies.accounts, statusOf } })).toMatchObject({
      unconfirmedRemoved: 0,
    });
    expect(world.accounts.has(userId)).toBe(true);
  });

  test('continues after an account that cannot be removed', async () => {
    register(80);
    register(72);
    await addRecord();
    const failed = vi.fn();
    const remove = vi.fn(dependencies.accounts.remove).mockRejectedValueOnce(new Error('Cognito failed.'));
    const summary = await sweep(
      { accounts: { ...dependencies.accounts, remove }, failed },
      { startsAgain: true },
    );
    expect(summary).toMatchObject({ isComplete: true, unconfirmedRemoved: 1 });
    expect(failed).toHaveBeenCalledOnce();
  });

  test('removes unconfirmed accounts in every run, even when no round is due', async () => {
    await sweep();
    const late = register(49);
    expect(await sweep()).toMatchObject({ unconfirmedRemoved: 1, recordsCompared: 0 });
    expect(world.accounts.has(late)).toBe(false);
  });
});

describe('referral items', () => {
  const itemsOf = async (code: string) =>
    (await dependencies.referrals.itemsOf(code)).map(({ sortKey }) => sortKey);

  test('removes referral items of codes without an owner', async () => {
    const [owned, unowned] = [`owned-${randomUUID()}`, `unowned-${randomUUID()}`];
    const counted = ['conversion#cs_1', 'day#2026-01-01', 'day#2026-01-01#7'];
    for (const code of [owned, unowned]) {
      for (const sortKey of counted) await putReferralItem({ code, sortKey });
    }
    await putReferralItem({ code: owned, sortKey: 'owner', userId: 'user-1' });
    expect(await sweep()).toMatchObject({ isComplete: true, referralItemsRemoved: 3 });
    expect(await itemsOf(owned)).toEqual([...counted, 'owner']);
    expect(await itemsOf(unowned)).toEqual([]);
  });
});
