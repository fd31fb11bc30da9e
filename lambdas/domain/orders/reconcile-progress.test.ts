import type { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { reconcileProgressStore } from './reconcile-progress.ts';

const table = stackTable('Limits');
const client = testTables(table);
const store = reconcileProgressStore(client, table.name);
const progress = { since: 1_000, until: 2_000, list: 'events', after: 'evt_1' } as const;

test('returns nothing at first', async () => {
  expect(await store.read(2_000)).toBeUndefined();
});

test('stores, replaces and removes the progress', async () => {
  await store.keep({ since: 1_000, until: 2_000, list: 'checkouts' });
  expect(await store.read(2_000)).toEqual({ since: 1_000, until: 2_000, list: 'checkouts' });
  await store.keep(progress);
  expect(await store.read(2_000)).toEqual(progress);
  await store.forget();
  expect(await store.read(2_000)).toBeUndefined();
});

test('keeps the progress of manual runs separate from that of scheduled runs', async () => {
  const byHand = reconcileProgressStore(client, table.name, 30);
  await store.keep(progress);
  expect(await byHand.read(2_000)).toBeUndefined();
  await byHand.keep({ ...progress, after: 'evt_2' });
  expect(await store.read(2_000)).toEqual(progress);
  await store.forget();
  expect(await byHand.read(2_000)).toEqual({ ...progress, after: 'evt_2' });
});

test('reads the progress consistently', async () => {
  const send = vi.fn(async (_: GetCommand) => ({}));
  await reconcileProgressStore({ send } as unknown as DynamoDBDocumentClient, 'Limits').read(2_000);
  expect(send.mock.lastCall?.[0].input).toMatchObject({ Key: { id: 'reconcile' }, ConsistentRead: true });
});

test('ignores progress that is three days old, even before the table removes it', async () => {
  const threeDays = 3 * 24 * 60 * 60;
  await store.keep(progress);
  expect(await store.read(2_000 + threeDays - 1)).toEqual(progress);
  expect(await store.read(2_000 + threeDays)).toBeUndefined();
});
