import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { type Account, subscriberStore } from './subscriber-store.ts';

const table = stackTable('Users');
const tables = testTables(table);
const subscribers = subscriberStore(tables, table.name);

const put = (user: { userId: string; email?: string; unsubscriptions?: string[] }) =>
  tables.send(new PutCommand({ TableName: table.name, Item: user }));

beforeEach(async () => {
  // One test stores more than a page.
  for await (const { Items: users = [] } of paginateScan({ client: tables }, { TableName: table.name }))
    for (const { userId } of users)
      await tables.send(new DeleteCommand({ TableName: table.name, Key: { userId } }));
  await put({ userId: 'ana', email: 'ana@example.com', unsubscriptions: [] });
  await put({ userId: 'bea', email: 'bea@example.com', unsubscriptions: ['newsletter'] });
  await put({ userId: 'dan', email: 'dan@example.com', unsubscriptions: ['updates', 'resources'] });
  await put({ userId: 'deleted' });
});

/** All pages of accounts. */
async function pages(size: number): Promise<Account[][]> {
  const found: Account[][] = [];
  let next: string | undefined;
  do {
    const page = await subscribers.page('newsletter', next, size);
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
      { userId: 'ana', email: 'ana@example.com', isSubscribed: true },
      { userId: 'bea', email: 'bea@example.com', isSubscribed: false },
      { userId: 'dan', email: 'dan@example.com', isSubscribed: true },
      { userId: 'deleted', email: '', isSubscribed: false },
    ]);
  });

  it('counts the accounts that get the emails of a group, without deleted accounts', async () => {
    expect(await subscribers.count('newsletter')).toBe(2);
    expect(await subscribers.count('updates')).toBe(2);
    expect(await subscribers.count('resources')).toBe(2);
    await put({ userId: 'eva', email: 'eva@example.com', unsubscriptions: ['updates'] });
    expect(await subscribers.count('newsletter')).toBe(3);
    expect(await subscribers.count('updates')).toBe(2);
  });

  it('counts the accounts of a table that is larger than one page of a scan', async () => {
    // A page of a scan holds 1 MB.
    for (const userId of ['large-1', 'large-2', 'large-3', 'large-4'])
      await put({ userId, email: 'a'.repeat(380_000), unsubscriptions: [] });
    expect(await subscribers.count('newsletter')).toBe(6);
  });
});
