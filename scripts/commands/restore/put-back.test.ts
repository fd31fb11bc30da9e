import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { testTables } from '../../../lambdas/platform/test-tables.ts';
import { type Lost, putBack } from './put-back.ts';

const dynamodb = testTables({
  name: 'Users',
  keySchema: [{ AttributeName: 'userId', KeyType: 'HASH' }],
  attributeDefinitions: [{ AttributeName: 'userId', AttributeType: 'S' }],
  globalSecondaryIndexes: [],
});
const key = { userId: 'user-1' };
const restored = { ...key, name: 'Ana', licenses: { cs_1: '2025' } };
const live = { ...key, name: 'Bea', licenses: {} };
const changed: Lost = { state: 'changed', key, restored, live };

const write = (Item: Record<string, unknown>) => dynamodb.send(new PutCommand({ TableName: 'Users', Item }));
const read = async () => (await dynamodb.send(new GetCommand({ TableName: 'Users', Key: key }))).Item;

test('restores an item that has not changed since it was compared', async () => {
  await write(live);
  expect(await putBack(dynamodb, 'Users', changed)).toBe(true);
  expect(await read()).toEqual(restored);
});

test.each([
  ['an attribute that was changed', { ...live, name: 'Cleo' }],
  ['a map that was changed', { ...live, licenses: { cs_2: '2026' } }],
])('keeps %s since the comparison', async (_, current) => {
  await write(current);
  expect(await putBack(dynamodb, 'Users', changed)).toBe(false);
  expect(await read()).toEqual(current);
});

test('keeps an attribute that was added since the comparison', async () => {
  const { name: _, ...nameless } = live;
  await write(live);
  expect(await putBack(dynamodb, 'Users', { ...changed, live: nameless })).toBe(false);
  expect(await read()).toEqual(live);
});

test('does not overwrite an item that was added since the comparison', async () => {
  await write(live);
  expect(await putBack(dynamodb, 'Users', { state: 'missing', key, restored })).toBe(false);
  expect(await read()).toEqual(live);
});
