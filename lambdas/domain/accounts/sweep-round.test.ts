import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { hourMs, testSweep } from './test-sweep.ts';

const { world, dependencies, sweep, runToTheEnd, addRecord, addPerson, deletionsOf, putReferralItem } =
  testSweep();

test('continues a round where the previous run ended', async () => {
  const people = [await addPerson(), await addPerson(), await addPerson()];
  const looks: string[] = [];
  const group = {
    isMember: async (userId: string) => {
      looks.push(userId);
      return world.accounts.get(userId)?.isPaid;
    },
  };
  expect(await runToTheEnd({ group })).toBe(3);
  expect(looks.sort()).toEqual(people.sort());
});

test('starts a round once a day, or when an operator requests one', async () => {
  await addPerson();
  expect((await sweep()).recordsCompared).toBe(1);
  world.nowMs += 23.5 * hourMs - 1;
  expect(await sweep()).toMatchObject({ isComplete: true, recordsCompared: 0 });
  expect((await sweep({}, { startsAgain: true })).recordsCompared).toBe(1);
  world.nowMs += 23.5 * hourMs;
  expect((await sweep()).recordsCompared).toBe(1);
});

test('completes a round that began more than a day ago, before it starts another', async () => {
  await addPerson();
  const startedAt = dependencies.now().toISOString();
  expect(await sweep({ hasTime: () => false })).toMatchObject({ isComplete: false });
  world.nowMs += 48 * hourMs;
  expect(await sweep()).toMatchObject({ isComplete: true });
  expect(await dependencies.progress.read()).toMatchObject({ list: 'done', startedAt });
});

test('reports a failure and continues', async () => {
  const broken = await addPerson();
  const failed = vi.fn();
  const group = {
    isMember: async (userId: string) => {
      if (userId === broken) throw new Error('unavailable');
      return world.accounts.get(userId)?.isPaid;
    },
  };
  expect(await sweep({ group, failed })).toMatchObject({ isComplete: true });
  expect(failed).toHaveBeenCalledOnce();
});

test('ends a run when everything fails, and repeats the failed items in the next run', async () => {
  for (let count = 0; count < 5; count++) await addPerson({ isActive: true, isPaid: false });
  const group = {
    isMember: async () => {
      throw new Error('unavailable');
    },
  };
  await expect(sweep({ group })).rejects.toThrow('unavailable');
  await sweep();
  expect(world.syncs).toHaveLength(5);
});

test('skips consecutive items that fail in every run, and reports each', async () => {
  for (let count = 0; count < 12; count++) await addRecord({ isActive: true });
  const fine = await addPerson({ isActive: true });
  const group = {
    isMember: async (userId: string) => {
      if (userId !== fine) throw new Error('broken');
      return false;
    },
  };
  const failed = vi.fn();
  let isComplete = false;
  for (let run = 0; !isComplete && run < 5; run++) {
    await sweep({ group, failed }).then(
      (summary) => {
        isComplete = summary.isComplete;
      },
      (error: Error) => expect(error.message).toBe('broken'),
    );
  }
  expect(isComplete).toBe(true);
  expect(world.syncs).toEqual([fine]);
  expect(failed.mock.calls.length).toBeGreaterThanOrEqual(12);
});

test('ends each run after a few items while a service is down', async () => {
  for (let count = 0; count < 30; count++) await addPerson();
  const isMember = vi.fn(async () => {
    throw new Error('unavailable');
  });
  for (let run = 1; run <= 3; run++) {
    await expect(sweep({ group: { isMember } })).rejects.toThrow('unavailable');
    expect(isMember.mock.calls.length).toBeLessThanOrEqual(run * 10);
  }
});

test('keeps the progress of a faster run', async () => {
  for (let count = 0; count < 3; count++) await addPerson();
  let isOvertaken = false;
  const isMember = async (userId: string) => {
    if (!isOvertaken) {
      isOvertaken = true;
      expect(await sweep({}, { startsAgain: true })).toMatchObject({ isComplete: true });
    }
    return world.accounts.get(userId)?.isPaid;
  };
  expect(await sweep({ group: { isMember } })).toMatchObject({ isComplete: false });
  expect(await dependencies.progress.read()).toMatchObject({ list: 'done' });
  expect(await sweep()).toMatchObject({ isComplete: true, recordsCompared: 0 });
});

test('removes the same data after a kill at any step, and when two runs overlap', async () => {
  let kills = 0;
  let gone = '';
  let code = '';
  const prepare = async () => {
    if (gone) await dependencies.users.remove(gone, undefined, dependencies.now());
    gone = await addRecord();
    code = `unowned-${randomUUID()}`;
    for (const day of [1, 2]) await putReferralItem({ code, sortKey: `day#2026-01-0${day}` });
    world.deletions = [];
    world.nowMs += 24 * hourMs;
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
        const stored = await dependencies.progress.keep(kept);
        kill();
        return stored;
      },
    };
    const outcome = await sweep({ progress, hasTime: kill }).then(
      () => 'done',
      (error: Error) => error.message,
    );
    await sweep();
    await expectSwept();
    if (outcome === 'done') break;
    expect(outcome).toBe('killed');
    kills += 1;
  }
  // A record, its deletion, two referral items, and a position after each list.
  expect(kills).toBeGreaterThanOrEqual(7);
  await prepare();
  await Promise.all([sweep(), sweep()]);
  await expectSwept();
});
