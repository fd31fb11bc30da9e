import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Recipients } from '../../../contract/records/mailing.ts';
import type { User } from '../../../contract/records/user.ts';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { type Account, subscriberStore } from './subscriber-store.ts';

const table = stackTable('Users');
const visitorTable = stackTable('Subscribers');
const tables = testTables(table, visitorTable);
const registered = new Set<string>();
const names = {
  usersTable: table.name,
  subscribersTable: visitorTable.name,
  findAccount: async (email: string) => (registered.has(email) ? email : undefined),
};
const subscribers = subscriberStore(tables, names);

const put = (user: Partial<User> & { userId: string }) =>
  tables.send(new PutCommand({ TableName: table.name, Item: user }));

beforeEach(async () => {
  const { Items: users = [] } = await tables.send(new ScanCommand({ TableName: table.name }));
  for (const { userId } of users)
    await tables.send(new DeleteCommand({ TableName: table.name, Key: { userId } }));
  await put({ userId: 'ana', email: 'ana@example.com', unsubscriptions: [] });
  await put({ userId: 'bea', email: 'bea@example.com', unsubscriptions: ['newsletter'] });
  await put({ userId: 'dan', email: 'dan@example.com', unsubscriptions: ['updates', 'resources'] });
  await put({ userId: 'deleted' });
});

/** All pages of accounts. */
async function pages(
  size: number,
  recipients: Recipients & { approvedAt?: string } = { group: 'newsletter' },
): Promise<Account[][]> {
  const found: Account[][] = [];
  let next: string | undefined;
  do {
    const page = await subscribers.page(recipients, next, size);
    found.push(page.accounts);
    next = page.next;
  } while (next !== undefined);
  return found;
}

describe('subscriberStore', () => {
  it('reads each account once, page by page', async () => {
    const found = await pages(3);
    expect(found.map(({ length }) => length)).toEqual([3, 1]);
    expect(found.flat().sort((left, right) => (left.userId < right.userId ? -1 : 1))).toEqual([
      { userId: 'ana', email: 'ana@example.com', isRecipient: true },
      { userId: 'bea', email: 'bea@example.com', isRecipient: false },
      { userId: 'dan', email: 'dan@example.com', isRecipient: true },
      { userId: 'deleted', email: '', isRecipient: false },
    ]);
  });

  it('counts the accounts that get the emails of a group, without deleted accounts', async () => {
    expect(await subscribers.count({ group: 'newsletter' })).toEqual({ count: 2, withoutAccount: 0 });
    expect(await subscribers.count({ group: 'updates' })).toEqual({ count: 2, withoutAccount: 0 });
    expect(await subscribers.count({ group: 'resources' })).toEqual({ count: 2, withoutAccount: 0 });
    await put({ userId: 'eva', email: 'eva@example.com', unsubscriptions: ['updates'] });
    expect(await subscribers.count({ group: 'newsletter' })).toEqual({ count: 3, withoutAccount: 0 });
    expect(await subscribers.count({ group: 'updates' })).toEqual({ count: 2, withoutAccount: 0 });
  });

  it('leaves out people with a license, whatever licenses they have had, if a mailing is for the others', async () => {
    const unlicensed: Recipients = { group: 'newsletter', audience: 'unlicensed' };
    const recipients = async () =>
      (await pages(2, unlicensed))
        .flat()
        .flatMap(({ userId, isRecipient }) => (isRecipient ? [userId] : []))
        .sort();
    const withLicense = (userId: string, status: 'active' | 'none') =>
      put({
        userId,
        email: `${userId}@example.com`,
        unsubscriptions: [],
        subscription: { status, plan: 'lifetime', lastPaymentDate: null },
      });
    await withLicense('eva', 'active');
    await withLicense('finn', 'none');
    // The record of ana has no subscription.
    expect(await recipients()).toEqual(['ana', 'dan', 'finn']);
    expect(await subscribers.count(unlicensed)).toEqual({ count: 3, withoutAccount: 0 });
    expect(await subscribers.count({ group: 'newsletter' })).toEqual({ count: 4, withoutAccount: 0 });
    await withLicense('finn', 'active');
    expect(await recipients()).toEqual(['ana', 'dan']);
    expect(await subscribers.count(unlicensed)).toEqual({ count: 2, withoutAccount: 0 });
  });

  it('goes to those who voted for an item before the approval, and still do', async () => {
    const approvedAt = '2026-12-01T10:00:00.000Z';
    const voters: Recipients = { group: 'feedback', audience: 'voters of marketplace' };
    const addVoter = (userId: string, votes: Record<string, string>, more: Partial<User> = {}) =>
      put({ userId, email: `${userId}@example.com`, unsubscriptions: [], votes, ...more });
    const recipients = async () =>
      (await pages(2, { ...voters, approvedAt }))
        .flat()
        .flatMap(({ userId, isRecipient }) => (isRecipient ? [userId] : []))
        .sort();
    await addVoter('eva', { marketplace: '2026-11-01T10:00:00.000Z' });
    await addVoter('finn', { marketplace: approvedAt });
    await addVoter('gil', { 'printed-atlas': '2026-11-01T10:00:00.000Z' });
    await addVoter('hal', { marketplace: '2026-11-01T10:00:00.000Z' }, { unsubscriptions: ['feedback'] });
    expect(await recipients()).toEqual(['eva', 'finn']);
    expect(await subscribers.count(voters)).toEqual({ count: 2, withoutAccount: 0 });
    // These votes come too late for the mailing that has begun.
    await addVoter('ida', { marketplace: '2026-12-01T10:00:00.001Z' });
    await addVoter('finn', {});
    expect(await recipients()).toEqual(['eva']);
    expect(await subscribers.count(voters)).toEqual({ count: 2, withoutAccount: 0 });
  });

  it('adds up the pages of a large table', async () => {
    const send = vi.spyOn(tables, 'send');
    for (const page of [
      { Count: 2, LastEvaluatedKey: { userId: 'bea' } },
      { Count: 3 },
      { Count: 1, LastEvaluatedKey: { subscriberId: 'address-1' } },
      { Count: 4 },
    ])
      send.mockImplementationOnce(async () => page);
    const counted = await subscribers.count({ group: 'newsletter' });
    expect(counted).toEqual({ count: 10, withoutAccount: 5 });
  });

  describe('with people who have no account', () => {
    const visitors = ['address-1', 'address-2', 'address-3', 'address-4'];
    beforeEach(async () => {
      registered.clear();
      for (const subscriberId of visitors) {
        const email = `${subscriberId}@example.com`;
        const Item = { subscriberId, version: 1, email, groups: ['newsletter'] };
        await tables.send(new PutCommand({ TableName: visitorTable.name, Item }));
      }
      const left = { subscriberId: 'address-4', version: 2, groups: [] };
      await tables.send(new PutCommand({ TableName: visitorTable.name, Item: left }));
    });
    afterEach(async () => {
      for (const subscriberId of visitors)
        await tables.send(new DeleteCommand({ TableName: visitorTable.name, Key: { subscriberId } }));
    });
    const recipientsOf = (found: Account[][]) =>
      found.flat().flatMap(({ userId, isRecipient }) => (isRecipient ? [userId] : []));

    it.each([1, 2, 3, 4, 50])('reads them before the accounts, each once, by pages of %i', async (size) => {
      const found = await pages(size);
      expect(recipientsOf(found).slice(0, 3).sort()).toEqual(['address-1', 'address-2', 'address-3']);
      expect(recipientsOf(found).slice(3).sort()).toEqual(['ana', 'dan']);
      expect(found.flat()).toHaveLength(8);
      for (const page of found)
        expect(new Set(page.map(({ userId }) => userId.startsWith('address-'))).size).toBeLessThan(2);
    });

    it('leaves out an address that has an account by now, whose preferences count', async () => {
      registered.add('address-2@example.com');
      expect(recipientsOf(await pages(50))).not.toContain('address-2');
    });

    it('counts them, and says how many they are', async () => {
      expect(await subscribers.count({ group: 'newsletter' })).toEqual({ count: 5, withoutAccount: 3 });
      expect(await subscribers.count({ group: 'updates' })).toEqual({ count: 2, withoutAccount: 0 });
    });
  });
});
