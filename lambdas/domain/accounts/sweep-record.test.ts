import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deleteWithoutAccount, sweepRecord } from './sweep-record.ts';
import { testSweep } from './test-sweep.ts';

const { world, dependencies, addRecord, addPerson, addLicense, deletionsOf } = testSweep();

async function sweepOne(userId: string) {
  const user = await dependencies.users.find(userId);
  if (!user) throw new Error(`There is no record ${userId}.`);
  return sweepRecord(dependencies, user);
}

const removeRecord = (userId: string) => dependencies.users.remove(userId, undefined, dependencies.now());

describe('sweepRecord', () => {
  it.each([true, false])('requests nothing when license and group are both %s', async (isActive) => {
    expect(await sweepOne(await addPerson({ isActive, isPaid: isActive }))).toBe('nothing to do');
    expect(world).toMatchObject({ syncs: [], licenseRequests: [], deletions: [] });
  });

  it('requests a sync when license and group differ', async () => {
    const userId = await addPerson({ isActive: true, isPaid: false });
    expect(await sweepOne(userId)).toBe('group requested');
    expect(world.syncs).toEqual([userId]);
  });

  it('requests a license file that is missing', async () => {
    const userId = await addPerson({ isActive: true, isPaid: true });
    const orderId = randomUUID();
    await addLicense(userId, orderId);
    expect(await sweepOne(userId)).toBe('license requested');
    expect(world.licenseRequests).toEqual([orderId]);
  });

  it('reports a record without an account from the age of an hour', async () => {
    expect(await sweepOne(await addRecord({ hoursOld: 0.99 }))).toBe('nothing to do');
    expect(await sweepOne(await addRecord({ hoursOld: 1 }))).toBe('no account');
    expect(world.deletions).toEqual([]);
  });

  it('requests nothing when the record was removed after the page was read', async () => {
    const userId = await addRecord();
    const user = await dependencies.users.find(userId);
    await removeRecord(userId);
    expect(user && (await sweepRecord(dependencies, user))).toBe('nothing to do');
  });
});

describe('deleteWithoutAccount', () => {
  it('requests the deletion of a record without an account', async () => {
    const userId = await addRecord();
    expect(await deleteWithoutAccount(dependencies, userId)).toBe(true);
    expect(deletionsOf(userId)).toEqual([{ userId, email: `${userId}@example.test` }]);
  });

  it('requests nothing for an account that exists', async () => {
    const userId = await addPerson();
    expect(await deleteWithoutAccount(dependencies, userId)).toBe(false);
    expect(world.deletions).toEqual([]);
  });

  it('requests nothing for a record that was removed during the sweep', async () => {
    const userId = await addRecord();
    await removeRecord(userId);
    expect(await deleteWithoutAccount(dependencies, userId)).toBe(false);
    expect(world.deletions).toEqual([]);
  });
});
