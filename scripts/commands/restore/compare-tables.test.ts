import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { testTables } from '../../../lambdas/platform/test-tables.ts';
import { compareTables, describeDifference, type Lost, putBack } from './compare-tables.ts';

const tableOf = (name: string, key = 'userId') => ({
  name,
  keySchema: [{ AttributeName: key, KeyType: 'HASH' as const }],
  attributeDefinitions: [{ AttributeName: key, AttributeType: 'S' as const }],
  globalSecondaryIndexes: [],
});
const dynamodb = testTables(
  tableOf('Users'),
  tableOf('Restored'),
  tableOf('Articles', 'slug'),
  tableOf('People'),
  tableOf('RestoredPeople'),
);
const hasAccount = async (userId: string) => userId !== 'deleted';

const write = (TableName: string, Item: Record<string, unknown>) =>
  dynamodb.send(new PutCommand({ TableName, Item }));

/** The states of the items of a restored table, by user. */
async function compare(live: string, restored: string): Promise<Record<string, string>> {
  const states: Record<string, string> = {};
  for await (const { key, state } of compareTables({ dynamodb, live, restored, hasAccount }))
    states[String(key.userId)] = state;
  return states;
}

test('finds missing and changed items, and skips those of deleted accounts', async () => {
  for (const userId of ['same', 'changed', 'missing', 'deleted'])
    await write('Restored', { userId, name: 'Ana' });
  await write('Users', { userId: 'same', name: 'Ana' });
  await write('Users', { userId: 'changed', name: 'Bea' });
  await write('Users', { userId: 'newer', name: 'Cem' });
  expect(await compare('Users', 'Restored')).toEqual({
    same: 'same',
    changed: 'changed',
    missing: 'missing',
    deleted: 'ownerless',
  });
});

test.each([
  ['itself', 'Users'],
  ['a table with another key', 'Articles'],
])('refuses to compare a table with %s', async (_, restored) => {
  await expect(compare('Users', restored)).rejects.toThrow(`${restored} is not an earlier state of Users.`);
});

test('does not put back the emails of a person without an account who has left since', async () => {
  const leftAt = '2026-11-28T10:00:00.000Z';
  const earlier = { version: 1, email: 'ana@example.test', groups: ['newsletter'] };
  for (const userId of ['left', 'lost']) await write('RestoredPeople', { userId, ...earlier });
  await write('People', { userId: 'left', version: 2, groups: [], leftAt });
  expect(await compare('People', 'RestoredPeople')).toEqual({ left: 'ownerless', lost: 'missing' });
});

describe('putBack', () => {
  const key = { userId: 'user-1' };
  const restored = { ...key, name: 'Ana', licenses: { cs_1: '2025' } };
  const live = { ...key, name: 'Bea', licenses: {} };
  const changed: Lost = { state: 'changed', key, restored, live };

  const read = async () => (await dynamodb.send(new GetCommand({ TableName: 'Users', Key: key }))).Item;

  test('restores an item that has not changed since it was compared', async () => {
    await write('Users', live);
    expect(await putBack(dynamodb, 'Users', changed)).toBe(true);
    expect(await read()).toEqual(restored);
  });

  test.each([
    ['an attribute that was changed', { ...live, name: 'Cleo' }],
    ['a map that was changed', { ...live, licenses: { cs_2: '2026' } }],
  ])('keeps %s since the comparison', async (_, current) => {
    await write('Users', current);
    expect(await putBack(dynamodb, 'Users', changed)).toBe(false);
    expect(await read()).toEqual(current);
  });

  test('keeps an attribute that was added since the comparison', async () => {
    const { name: _, ...nameless } = live;
    await write('Users', live);
    expect(await putBack(dynamodb, 'Users', { ...changed, live: nameless })).toBe(false);
    expect(await read()).toEqual(live);
  });

  test('does not overwrite an item that was added since the comparison', async () => {
    await write('Users', live);
    expect(await putBack(dynamodb, 'Users', { state: 'missing', key, restored })).toBe(false);
    expect(await read()).toEqual(live);
  });
});

test('shows each changed, added and removed attribute, and shortens long values', () => {
  const live = { userId: 'user-1', name: 'Bea', groups: ['a'], note: 'new', text: 'x'.repeat(100) };
  const restored = { userId: 'user-1', name: 'Ana', groups: ['a'], text: 'short', code: 7 };
  expect(describeDifference({ state: 'changed', key: {}, live, restored })).toEqual([
    'name: "Bea" → "Ana"',
    'note: "new" → nothing',
    `text: "${'x'.repeat(59)}… → "short"`,
    'code: nothing → 7',
  ]);
});
