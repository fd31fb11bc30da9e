import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { hourMs, testSweep } from './test-sweep.ts';

const { world, dependencies, sweep, runToTheEnd, addRecord, addPerson, addLicense, putReferralItem } =
  testSweep();

describe('records', () => {
  test('reports each request, and no record that needs none', async () => {
    await addRecord();
    await addPerson();
    await addPerson({ isActive: true, isPaid: false });
    await addLicense(await addPerson({ isActive: true, isPaid: true }), randomUUID());
    const swept = vi.fn();
    expect(await sweep({ swept })).toMatchObject({ recordsCompared: 4 });
    expect(swept.mock.calls.flat().sort()).toEqual([
      'deletion requested',
      'group requested',
      'license requested',
      'no account',
    ]);
  });

  test.each([
    [true, false, 1],
    [false, true, 1],
    [true, true, 0],
    [false, false, 0],
  ])(
    'compares the license %s with the group %s and requests %i syncs',
    async (isActive, isPaid, expected) => {
      const userId = await addPerson({ isActive, isPaid });
      await sweep();
      expect(world.syncs).toEqual(Array(expected).fill(userId));
    },
  );

  test('requests no sync when the license changed after the page was read', async () => {
    const userId = await addPerson({ isActive: false, isPaid: true });
    const current = await dependencies.users.find(userId);
    const find = async () =>
      current && { ...current, subscription: { ...current.subscription, status: 'active' as const } };
    await sweep({ users: { ...dependencies.users, find } });
    expect(world.syncs).toEqual([]);
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

  test('removes accounts after 24 unconfirmed hours, and no others', async () => {
    const late = register(24);
    const kept = [register(23.99), register(100, 'CONFIRMED')];
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
    const summary = await sweep({ accounts: { ...dependencies.accounts, remove }, failed });
    expect(summary).toMatchObject({ isComplete: true, unconfirmedRemoved: 1 });
    expect(failed).toHaveBeenCalledOnce();
  });

  test('leaves accounts for the next run when there are too many, and continues with the records', async () => {
    register(72);
    register(72);
    await addPerson();
    let left = 1;
    const hasTimeForUnconfirmed = () => left-- > 0;
    expect(await sweep({ hasTimeForUnconfirmed })).toMatchObject({
      isComplete: true,
      unconfirmedRemoved: 1,
      recordsCompared: 1,
    });
    expect(await sweep()).toMatchObject({ unconfirmedRemoved: 1 });
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

  test('reads the owner of a code only once', async () => {
    const code = `owned-${randomUUID()}`;
    await putReferralItem({ code, sortKey: 'owner', userId: 'user-1' });
    for (const day of [1, 2, 3]) await putReferralItem({ code, sortKey: `day#2026-01-0${day}` });
    const ownerOf = vi.fn(dependencies.referrals.ownerOf);
    await sweep({ referrals: { ...dependencies.referrals, ownerOf } });
    expect(ownerOf.mock.calls.filter(([asked]) => asked === code)).toHaveLength(1);
  });

  test('continues after the items of an owned code when the previous run ran out of time', async () => {
    const [owned, unowned] = [`owned-${randomUUID()}`, `unowned-${randomUUID()}`];
    await putReferralItem({ code: owned, sortKey: 'owner', userId: 'user-1' });
    for (const code of [owned, unowned]) {
      for (const day of [1, 2, 3]) await putReferralItem({ code, sortKey: `day#2026-01-0${day}` });
    }
    expect(await runToTheEnd()).toBeLessThan(1_000);
    expect(await itemsOf(owned)).toHaveLength(4);
    expect(await itemsOf(unowned)).toEqual([]);
  });
});
