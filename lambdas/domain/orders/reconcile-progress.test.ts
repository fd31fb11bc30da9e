import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  type GetCommand,
  PutCommand,
} from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { type ReconcileProgressStore, reconcileProgressStore } from './reconcile-progress.ts';

const { client, names } = testSiteTables('Limits');
const openStore = () => reconcileProgressStore(client, names.Limits);
let store: ReconcileProgressStore;
const progress = { since: 1_000, until: 2_000, list: 'events', after: 'evt_1' } as const;

beforeEach(async () => {
  store = openStore();
  await store.read(2_000);
  await store.forget();
});

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
  const byHand = reconcileProgressStore(client, names.Limits, 30);
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

test('replaces progress that has expired after DynamoDB has removed it', async () => {
  await store.keep({ ...progress, until: 1 });
  const run = openStore();
  await run.read(10_000_000_000);
  await client.send(new DeleteCommand({ TableName: names.Limits, Key: { id: 'reconcile' } }));
  await run.keep(progress);
  expect(await openStore().read(2_000)).toEqual(progress);
});

test('replaces progress that has expired, and progress from before versions', async () => {
  const old = { id: 'reconcile', ...progress, expiration: 1_000_000 };
  for (const Item of [old, { ...old, expiration: 1, version: 7 }]) {
    await client.send(new PutCommand({ TableName: names.Limits, Item }));
    const next = openStore();
    await next.read(2_000);
    await next.keep({ ...progress, after: 'evt_2' });
    expect(await openStore().read(2_000)).toEqual({ ...progress, after: 'evt_2' });
    await next.forget();
    expect(await openStore().read(2_000)).toBeUndefined();
  }
});

describe('two runs at once', () => {
  const later = { ...progress, after: 'evt_2' };

  test.each([
    ['without progress', undefined],
    ['that continue the same progress', progress],
  ])('%s: the second to write stops, and removes nothing', async (_, start) => {
    if (start) await store.keep(start);
    const [first, second] = [openStore(), openStore()];
    for (const run of [first, second]) await run.read(2_000);
    await first.keep(later);
    await expect(second.keep(progress)).rejects.toThrow('The progress was written by another run');
    await second.forget();
    expect(await openStore().read(2_000)).toEqual(later);
  });

  test('do not restore progress that one of them has removed', async () => {
    await store.keep(progress);
    const other = openStore();
    await other.read(2_000);
    await store.forget();
    await expect(other.keep(later)).rejects.toThrow('The progress was written by another run');
    expect(await openStore().read(2_000)).toBeUndefined();
  });
});
