import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stackTable } from '../../test/stack-tables.ts';
import { testTables } from '../platform/test-tables.ts';
import { referralStore } from '../referrals/referral-store.ts';
import { newUser } from '../users/new-user.ts';
import { userStore } from '../users/user-store.ts';
import { type SweepObserver, sweepAccounts } from './sweep-accounts.ts';
import { sweepProgressStore } from './sweep-progress.ts';

const tables = ['Users', 'Referrals', 'Limits'].map(stackTable);
const [usersTable = '', referralsTable = '', limitsTable = ''] = tables.map(({ name }) => name);
const client = testTables(...tables);
const hourMs = 60 * 60 * 1000;
const put = (TableName: string, Item: object) => client.send(new PutCommand({ TableName, Item }));

interface Account {
  status: string;
  createdAt: Date;
  isPaid: boolean;
}

/** The user pool, the bus and the queue. */
let accounts: Map<string, Account>;
let deletions: { userId: string; email: string }[];
let syncs: string[];
let nowMs: number;
/** The time at which all rounds of the tests before are over. */
let nextRoundMs = Date.parse('2026-01-01T00:00:00Z');

beforeEach(() => {
  accounts = new Map();
  deletions = [];
  syncs = [];
  nextRoundMs += 30 * 24 * hourMs;
  nowMs = nextRoundMs;
});

const now = () => new Date(nowMs);
const pool = {
  async *unconfirmed() {
    for (const [userId, { status, createdAt }] of [...accounts]) {
      if (status === 'UNCONFIRMED') yield { userId, createdAt };
    }
  },
  statusOf: async (userId: string) => accounts.get(userId)?.status,
  remove: async (userId: string) => void accounts.delete(userId),
};
const dependencies = {
  accounts: pool,
  group: { isMember: async (userId: string) => accounts.get(userId)?.isPaid },
  users: userStore(client, usersTable),
  referrals: referralStore(client, referralsTable),
  progress: sweepProgressStore(client, limitsTable),
  requestGroupSync: async (userId: string) => void syncs.push(userId),
  requestDeletion: async (deletion: { userId: string; email: string }) => void deletions.push(deletion),
  now,
};
const always = {
  hasTime: () => true,
  hasTimeForUnconfirmed: () => true,
  swept: vi.fn<SweepObserver['swept']>(),
  failed: vi.fn<SweepObserver['failed']>(),
};
const sweep = (changes: Partial<typeof dependencies & typeof always> = {}, options = {}) =>
  sweepAccounts({ ...dependencies, ...changes }, { ...always, ...changes }, options);

async function addRecord({ hoursOld = 2, isActive = false } = {}): Promise<string> {
  const userId = randomUUID();
  const record = newUser(userId, `${userId}@example.test`, new Date(nowMs - hoursOld * hourMs));
  const status = isActive ? 'active' : 'none';
  await put(usersTable, { ...record, subscription: { ...record.subscription, status } });
  return userId;
}

async function addPerson({ isActive = false, isPaid = false } = {}): Promise<string> {
  const userId = await addRecord({ isActive });
  accounts.set(userId, { status: 'CONFIRMED', createdAt: new Date(0), isPaid });
  return userId;
}

async function removeAllRecords(): Promise<void> {
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: usersTable }));
  for (const { userId } of items) {
    await client.send(new DeleteCommand({ TableName: usersTable, Key: { userId } }));
  }
}

const deletionsOf = (userId: string) => deletions.filter((deletion) => deletion.userId === userId);
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
    await dependencies.users.remove(userId, undefined, now());
    await sweep({}, allowAll);
    expect(deletionsOf(userId)).toEqual([]);
  });

  test('keeps the data when too many records have no account', async () => {
    for (let count = 0; count < 5; count++) await addRecord();
    const swept = vi.fn();
    await sweep({ swept }, { maxDeletions: 3 });
    expect(deletions).toHaveLength(3);
    const results = swept.mock.calls.map(([result]) => result);
    expect(results.filter((result) => result === 'deletion requested')).toHaveLength(3);
    expect(results.filter((result) => result === 'deletion withheld').length).toBeGreaterThanOrEqual(2);
  });

  test.each([
    [true, false, 1],
    [false, true, 1],
    [true, true, 0],
    [false, false, 0],
  ])('with an active license %s and the group %s requests %i syncs', async (isActive, isPaid, expected) => {
    const userId = await addPerson({ isActive, isPaid });
    await sweep();
    expect(syncs.filter((id) => id === userId)).toHaveLength(expected);
  });

  test('requests no sync when the license changed after the page was read', async () => {
    const userId = await addPerson({ isActive: false, isPaid: true });
    const current = await dependencies.users.find(userId);
    const find = async () =>
      current && { ...current, subscription: { ...current.subscription, status: 'active' as const } };
    await sweep({ users: { ...dependencies.users, find } }, { maxDeletions: 0 });
    expect(syncs).not.toContain(userId);
  });
});

describe('unconfirmed accounts', () => {
  const register = (hoursAgo: number, status = 'UNCONFIRMED') => {
    const userId = randomUUID();
    accounts.set(userId, { status, createdAt: new Date(nowMs - hoursAgo * hourMs), isPaid: false });
    return userId;
  };

  test('removes accounts after 48 unconfirmed hours, and no others', async () => {
    const late = register(48.1);
    const kept = [register(47.9), register(100, 'CONFIRMED')];
    expect(await sweep()).toMatchObject({ unconfirmedRemoved: 1 });
    expect(accounts.has(late)).toBe(false);
    for (const userId of kept) expect(accounts.has(userId)).toBe(true);
  });

  test('keeps an account that was confirmed after it was listed', async () => {
    const userId = register(72);
    const statusOf = async (id: string) => {
      const account = accounts.get(id);
      if (account) account.status = 'CONFIRMED';
      return account?.status;
    };
    expect(await sweep({ accounts: { ...pool, statusOf } })).toMatchObject({ unconfirmedRemoved: 0 });
    expect(accounts.has(userId)).toBe(true);
  });

  test('continues after an account that cannot be removed', async () => {
    register(80);
    register(72);
    await addRecord();
    const failed = vi.fn();
    const remove = vi.fn(pool.remove).mockRejectedValueOnce(new Error('Cognito refused.'));
    const summary = await sweep({ accounts: { ...pool, remove }, failed }, { startsAgain: true });
    expect(summary).toMatchObject({ isComplete: true, unconfirmedRemoved: 1 });
    expect(failed).toHaveBeenCalledOnce();
  });

  test('removes unconfirmed accounts in every run, also when no round is due', async () => {
    await sweep();
    const late = register(49);
    expect(await sweep()).toMatchObject({ unconfirmedRemoved: 1, recordsCompared: 0 });
    expect(accounts.has(late)).toBe(false);
  });
});

describe('referral items', () => {
  const itemsOf = async (code: string) => {
    const { Items: items = [] } = await client.send(new ScanCommand({ TableName: referralsTable }));
    return items.filter((item) => item.code === code).map(({ sortKey }) => sortKey);
  };

  test('removes referral items of codes without an owner', async () => {
    const [owned, unowned] = [`owned-${randomUUID()}`, `unowned-${randomUUID()}`];
    const counted = ['conversion#cs_1', 'day#2026-01-01', 'day#2026-01-01#7'];
    for (const code of [owned, unowned]) {
      for (const sortKey of counted) await put(referralsTable, { code, sortKey });
    }
    await put(referralsTable, { code: owned, sortKey: 'owner', userId: 'user-1' });
    expect(await sweep()).toMatchObject({ isComplete: true, referralItemsRemoved: 3 });
    expect(await itemsOf(owned)).toEqual([...counted, 'owner']);
    expect(await itemsOf(unowned)).toEqual([]);
  });
});

describe('a round', () => {
  test('continues a round where the previous run ended', async () => {
    for (let count = 0; count < 3; count++) await addPerson();
    const looks: string[] = [];
    const group = {
      isMember: async (userId: string) => {
        looks.push(userId);
        return accounts.get(userId)?.isPaid;
      },
    };
    let summary = await sweep({}, { maxDeletions: 0, startsAgain: true });
    const all = summary.recordsCompared;
    nowMs += 24 * hourMs;
    let runs = 0;
    do {
      let left = 2;
      const hasTime = () => left-- > 0;
      summary = await sweep({ group, hasTime }, { maxDeletions: 0 });
      runs += 1;
    } while (!summary.isComplete && runs < 1_000);
    expect(summary.isComplete).toBe(true);
    expect(new Set(looks).size).toBe(looks.length);
    expect(looks).toHaveLength(all);
  });

  test('starts a round once a day, or when an operator asks for one', async () => {
    await addPerson();
    expect((await sweep()).recordsCompared).toBeGreaterThan(0);
    nowMs += 23 * hourMs;
    expect(await sweep()).toMatchObject({ isComplete: true, recordsCompared: 0 });
    expect((await sweep({}, { startsAgain: true })).recordsCompared).toBeGreaterThan(0);
    nowMs += 24 * hourMs;
    expect((await sweep()).recordsCompared).toBeGreaterThan(0);
  });

  test('reports a failure and continues', async () => {
    const broken = await addPerson();
    const failed = vi.fn();
    const group = {
      isMember: async (userId: string) => {
        if (userId === broken) throw new Error('away');
        return accounts.get(userId)?.isPaid;
      },
    };
    expect(await sweep({ group, failed }, { maxDeletions: 0 })).toMatchObject({ isComplete: true });
    expect(failed).toHaveBeenCalledOnce();
  });

  test('ends a run when everything fails, and repeats the failed items in the next run', async () => {
    for (let count = 0; count < 5; count++) await addPerson({ isActive: true, isPaid: false });
    const group = {
      isMember: async () => {
        throw new Error('away');
      },
    };
    await expect(sweep({ group })).rejects.toThrow('away');
    await sweep({}, { maxDeletions: 0 });
    expect(syncs).toHaveLength(5);
  });

  test('removes the same data after a kill at any step, and when two runs overlap', async () => {
    let kills = 0;
    let gone = '';
    let code = '';
    const prepare = async () => {
      await removeAllRecords();
      gone = await addRecord();
      code = `unowned-${randomUUID()}`;
      for (const day of [1, 2]) await put(referralsTable, { code, sortKey: `day#2026-01-0${day}` });
      deletions = [];
      nowMs += 24 * hourMs;
    };
    const expectSwept = async () => {
      expect(deletionsOf(gone).length).toBeGreaterThanOrEqual(1);
      expect(await dependencies.referrals.itemsOf(code)).toEqual([]);
    };
    for (let step = 1; ; step++) {
      await prepare();
      let left = step;
      const kill = () => {
        left -= 1;
        if (left === 0) throw new Error('killed');
        return true;
      };
      const progress = {
        ...dependencies.progress,
        async keep(kept: Parameters<typeof dependencies.progress.keep>[0]) {
          await dependencies.progress.keep(kept);
          kill();
        },
      };
      const outcome = await sweep({ progress, hasTime: kill }, { ...allowAll, startsAgain: true }).then(
        () => 'done',
        (error: Error) => error.message,
      );
      await sweep({}, allowAll);
      await expectSwept();
      if (outcome === 'done') break;
      expect(outcome).toBe('killed');
      kills += 1;
    }
    // A record, two referral items, and a cursor after each table.
    expect(kills).toBeGreaterThanOrEqual(5);
    await prepare();
    await Promise.all([sweep({}, allowAll), sweep({}, allowAll)]);
    await expectSwept();
  });
});
