import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { hourMs, testSweep } from './test-sweep.ts';

const {
  world,
  dependencies,
  sweep,
  runToTheEnd,
  addRecord,
  addPerson,
  addLicense,
  removeAllRecords,
  deletionsOf,
  putReferralItem,
} = testSweep();
/** Records of other tests have no account here. */
const allowAll = { maxDeletions: 10_000 };

describe('records', () => {
  test('requests the deletion of data whose account is gone', async () => {
    const gone = await addRecord();
    const there = await addPerson();
    expect(await sweep({}, allowAll)).toMatchObject({ isComplete: true });
    expect(deletionsOf(gone)).toEqual([{ userId: gone, email: `${gone}@example.test` }]);
    expect(deletionsOf(there)).toEqual([]);
  });

  test('never deletes a record that is less than an hour old', async () => {
    const justMade = await addRecord({ hoursOld: 0.99 });
    await sweep({}, allowAll);
    expect(deletionsOf(justMade)).toEqual([]);
  });

  test('asks Cognito twice before it requests a deletion', async () => {
    const userId = await addPerson();
    await sweep({ group: { isMember: async () => undefined } }, allowAll);
    expect(deletionsOf(userId)).toEqual([]);
  });

  test('skips the tombstone of a deleted account', async () => {
    const userId = await addRecord();
    await dependencies.users.remove(userId, undefined, dependencies.now());
    await sweep({}, allowAll);
    expect(deletionsOf(userId)).toEqual([]);
  });

  test('requests license files that are missing', async () => {
    const userId = await addPerson({ isActive: true, isPaid: true });
    const orderId = randomUUID();
    await addLicense(userId, orderId);
    const swept = vi.fn();
    await sweep({ swept }, allowAll);
    expect(world.licenseRequests).toEqual([orderId]);
    expect(swept).toHaveBeenCalledWith('license requested');
  });

  test('deletes nothing when too many records have no account, and reports it once in a round', async () => {
    await removeAllRecords();
    for (let count = 0; count < 4; count++) await addRecord();
    const deletionsWithheld = vi.fn();
    const runs = await runToTheEnd({ deletionsWithheld }, { maxDeletions: 3, startsAgain: true });
    expect(runs).toBeGreaterThan(3);
    expect(world.deletions).toEqual([]);
    expect(deletionsWithheld).toHaveBeenCalledOnce();
  });

  test('deletes as many as this round allows, including its later runs', async () => {
    await removeAllRecords();
    for (let count = 0; count < 8; count++) await addRecord();
    const deletionsWithheld = vi.fn();
    await runToTheEnd({ deletionsWithheld }, { maxDeletions: 8, startsAgain: true });
    expect(new Set(world.deletions.map(({ userId }) => userId)).size).toBe(8);
    expect(world.deletions).toHaveLength(8);
    expect(deletionsWithheld).not.toHaveBeenCalled();
  });

  test('counts what was found before and after a break', async () => {
    await removeAllRecords();
    for (let count = 0; count < 10; count++) await addRecord();
    const broken = new Set<string>();
    let looks = 0;
    const group = {
      isMember: async (userId: string) => {
        looks += 1;
        if (looks > 3 && broken.size < 5) broken.add(userId);
        if (broken.has(userId)) throw new Error('away');
        return undefined;
      },
    };
    const deletionsWithheld = vi.fn();
    const options = { maxDeletions: 4, startsAgain: true };
    await expect(sweep({ group, deletionsWithheld }, options)).rejects.toThrow('away');
    expect(await sweep({ group, deletionsWithheld })).toMatchObject({ isComplete: true });
    expect(deletionsWithheld).toHaveBeenCalledOnce();
    expect(world.deletions).toEqual([]);
  });

  test('looks at an account once more before it requests the deletion', async () => {
    await removeAllRecords();
    const back = await addRecord();
    const gone = await addRecord();
    let looks = 0;
    const group = {
      isMember: async (userId: string) => {
        looks += 1;
        if (looks === 2)
          world.accounts.set(back, { status: 'CONFIRMED', createdAt: new Date(0), isPaid: false });
        return looks <= 2 ? undefined : world.accounts.get(userId)?.isPaid;
      },
    };
    const statusOf = async (userId: string) => (looks <= 2 ? undefined : world.accounts.get(userId)?.status);
    await sweep({ group, accounts: { ...dependencies.accounts, statusOf } }, { startsAgain: true });
    expect(world.deletions.map(({ userId }) => userId)).toEqual([gone]);
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
