import { expect, test, vi } from 'vitest';
import { testSweep } from './test-sweep.ts';

const { world, dependencies, sweep, runToTheEnd, addRecord, addPerson } = testSweep();

test('requests the deletion of data whose account no longer exists', async () => {
  const gone = await addRecord();
  await addPerson();
  expect(await sweep()).toMatchObject({ isComplete: true });
  expect(world.deletions).toEqual([{ userId: gone, email: `${gone}@example.test` }]);
});

test('never deletes a record that is less than an hour old', async () => {
  await addRecord({ hoursOld: 0.99 });
  await sweep();
  expect(world.deletions).toEqual([]);
});

test('calls Cognito twice before it requests a deletion', async () => {
  await addPerson();
  await sweep({ group: { isMember: async () => undefined } });
  expect(world.deletions).toEqual([]);
});

test('skips the tombstone of a deleted account', async () => {
  const userId = await addRecord();
  await dependencies.users.remove(userId, undefined, dependencies.now());
  await sweep();
  expect(world.deletions).toEqual([]);
});

test('deletes nothing when too many records have no account, and reports it once in a round', async () => {
  for (let count = 0; count < 6; count++) await addRecord();
  const deletionsWithheld = vi.fn();
  const isMember = vi.fn(dependencies.group.isMember);
  const changes = { deletionsWithheld, group: { isMember } };
  expect(await runToTheEnd(changes, { maxDeletions: 3 })).toBeGreaterThan(3);
  // It reads no record a second time, as it would before a deletion.
  expect(isMember).toHaveBeenCalledTimes(6);
  expect(world.deletions).toEqual([]);
  expect(deletionsWithheld).toHaveBeenCalledOnce();
});

test('applies the limit of deletions to all runs of a round', async () => {
  for (let count = 0; count < 8; count++) await addRecord();
  const deletionsWithheld = vi.fn();
  await runToTheEnd({ deletionsWithheld }, { maxDeletions: 8 });
  expect(new Set(world.deletions.map(({ userId }) => userId)).size).toBe(8);
  expect(world.deletions).toHaveLength(8);
  expect(deletionsWithheld).not.toHaveBeenCalled();
});

test('deletes more records in a run than it reads at once, and each only once', async () => {
  const gone = await Promise.all(Array.from({ length: 101 }, () => addRecord()));
  expect(await sweep({}, { maxDeletions: 101 })).toMatchObject({ isComplete: true });
  expect(world.deletions.map(({ userId }) => userId).sort()).toEqual(gone.sort());
});

test('stores no user ids after the round', async () => {
  await addRecord();
  await sweep();
  expect(await dependencies.progress.read()).toMatchObject({ list: 'done', candidates: [] });
});

test('counts the candidates of all runs of a round', async () => {
  for (let count = 0; count < 10; count++) await addRecord();
  const broken = new Set<string>();
  let looks = 0;
  const group = {
    isMember: async (userId: string) => {
      looks += 1;
      if (looks > 3 && broken.size < 5) broken.add(userId);
      if (broken.has(userId)) throw new Error('unavailable');
      return undefined;
    },
  };
  const deletionsWithheld = vi.fn();
  await expect(sweep({ group, deletionsWithheld }, { maxDeletions: 4 })).rejects.toThrow('unavailable');
  expect(await sweep({ group, deletionsWithheld })).toMatchObject({ isComplete: true });
  expect(deletionsWithheld).toHaveBeenCalledOnce();
  expect(world.deletions).toEqual([]);
});

test('reads the account again before it requests the deletion', async () => {
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
  await sweep({ group, accounts: { ...dependencies.accounts, statusOf } });
  expect(world.deletions.map(({ userId }) => userId)).toEqual([gone]);
});
