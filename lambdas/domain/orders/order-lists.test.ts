import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { findInterruptedRedemptions, orderLists } from './order-lists.ts';
import { orderStore, type StoredOrder } from './order-store.ts';
import { paidOrder } from './test-orders.ts';

const { client, names } = testSiteTables('Orders');
const orders = orderStore(client, names.Orders);
const lists = orderLists(client, names.Orders);

const add = (orderId: string, createdAt: string, change: Partial<StoredOrder> = {}) =>
  orders.save(paidOrder(orderId, { createdAt, ...change }), undefined, []);
const idsOf = (found: readonly Pick<StoredOrder, 'orderId'>[]) => found.map(({ orderId }) => orderId);

const month = '2026-11';
const german = { country: 'DE' };
const gift = { source: 'gift', status: 'free' } as const;

beforeAll(async () => {
  await add('cs_october', '2026-10-31T23:59:59.999Z');
  await add('cs_first', '2026-11-01T00:00:00.000Z', german);
  await add('cs_opened', '2026-11-02T00:00:00.000Z', { status: 'created' });
  await add('cs_gift', '2026-11-03T00:00:00.000Z', gift);
  await add('cs_expired', '2026-11-04T00:00:00.000Z', { status: 'expired' });
  await add('cs_refunded', '2026-11-05T00:00:00.000Z', {
    ...german,
    status: 'refunded',
    invoiceNumber: 'A-0001',
  });
  await add('cs_code', '2026-11-30T23:59:59.999Z', { source: 'code', status: 'free' });
  await add('cs_december', '2026-12-01T00:00:00.000Z');
});

describe('orderLists', () => {
  it('lists the orders of a month, latest first, without checkouts that were never finished', async () => {
    expect(idsOf(await lists.all({ month }))).toEqual(['cs_code', 'cs_refunded', 'cs_gift', 'cs_first']);
  });

  it('lists whole orders', async () => {
    const [order] = await lists.all({ month: '2026-12' });
    expect(order).toMatchObject(paidOrder('cs_december', { createdAt: '2026-12-01T00:00:00.000Z' }));
  });

  it('lists no orders of a month without any', async () => {
    expect(await lists.all({ month: '2026-09' })).toEqual([]);
  });

  it.each([
    ['state', { state: 'refunded' }, ['cs_refunded']],
    ['country', german, ['cs_refunded', 'cs_first']],
    ['source', { source: 'gift' }, ['cs_gift']],
    ['state and country', { ...german, state: 'paid' }, ['cs_first']],
    ['invoice number', { invoiceNumber: 'A-0001' }, ['cs_refunded']],
  ] as const)('filters by %s', async (_, filter, found) => {
    expect(idsOf(await lists.all({ month, ...filter }))).toEqual(found);
  });

  it('omits the fields that the list does not show', async () => {
    const {
      orders: [order],
    } = await lists.page({ month: '2026-12' }, undefined, 1);
    expect(Object.keys(order ?? {}).sort()).toEqual([
      'amountInCents',
      'amountRefundedInCents',
      'changes',
      'createdAt',
      'currency',
      'orderId',
      'priceId',
      'state',
      'userId',
    ]);
  });

  it('lists the orders in a state of all months, latest first', async () => {
    expect(idsOf(await lists.all({ state: 'paid' }))).toEqual(['cs_december', 'cs_first', 'cs_october']);
    expect(idsOf(await lists.all({ state: 'paid', country: 'DE' }))).toEqual(['cs_first']);
    expect(idsOf(await lists.all({ state: 'free' }))).toEqual(['cs_code', 'cs_gift']);
  });

  it('lists orders from before the index had states by month', async () => {
    const stored = paidOrder('cs_old', { createdAt: '2026-08-01T00:00:00.000Z' });
    await client.send(new PutCommand({ TableName: names.Orders, Item: { ...stored, month: '2026-08' } }));
    expect(idsOf(await lists.all({ month: '2026-08', state: 'paid' }))).toEqual(['cs_old']);
  });

  it('refuses to list all orders', async () => {
    await expect(lists.page({ country: 'DE' }, undefined, 4)).rejects.toThrow('Choose a month or a state.');
  });

  it('reads page by page, and ends without a next page', async () => {
    const first = await lists.page({ month }, undefined, 4);
    expect(idsOf(first.orders)).toEqual(['cs_code', 'cs_refunded', 'cs_gift']);
    const second = await lists.page({ month }, first.next, 4);
    expect(idsOf(second.orders)).toEqual(['cs_first']);
    expect(second).not.toHaveProperty('next');
  });

  it('applies the filter to each page', async () => {
    const first = await lists.page({ month, source: 'gift' }, undefined, 2);
    expect(first).toEqual({ orders: [], next: expect.any(String) });
    const second = await lists.page({ month, source: 'gift' }, first.next, 3);
    expect(idsOf(second.orders)).toEqual(['cs_gift']);
  });

  it('lists all orders of a month that DynamoDB returns in several pages', async () => {
    // DynamoDB returns at most 1 MB at once.
    const licenseFile = 'x'.repeat(390_000);
    for (const day of ['01', '02', '03', '04'])
      await add(`cs_large_${day}`, `2027-01-${day}T00:00:00.000Z`, { licenseFile });
    expect(idsOf(await lists.all({ month: '2027-01' }))).toEqual(
      ['04', '03', '02', '01'].map((day) => `cs_large_${day}`),
    );
  });
});

describe('findInterruptedRedemptions', () => {
  const redeemed: Partial<StoredOrder> = {
    source: 'code',
    status: 'free',
    outbox: [{ change: 'granted', idempotencyKey: '1' }],
  };
  const findAt = async (time: string) => idsOf(await findInterruptedRedemptions(lists, new Date(time)));

  beforeAll(async () => {
    await add('cs_finished', '2027-03-01T08:00:00.000Z', { source: 'code', status: 'free' });
    await add('cs_interrupted', '2027-03-01T08:00:00.000Z', redeemed);
    await add('cs_other_gift', '2027-03-01T08:00:00.000Z', { ...redeemed, source: 'gift' });
    await add('cs_before', '2027-02-28T20:00:00.000Z', redeemed);
  });

  it('finds orders from codes with an outbox', async () => {
    expect(await findAt('2027-03-20T12:00:00Z')).toEqual(['cs_interrupted']);
  });

  it('finds orders of the last two days in the month before', async () => {
    expect(await findAt('2027-03-02T12:00:00Z')).toEqual(['cs_interrupted', 'cs_before']);
  });

  it('reads a month once, and no month that ended more than two days ago', async () => {
    const all = vi.fn(async () => []);
    await findInterruptedRedemptions({ all }, new Date('2027-03-03T00:00:00Z'));
    expect(all).toHaveBeenCalledExactlyOnceWith({ month: '2027-03', source: 'code' });
  });

  it('ignores orders of the last ten minutes, which their request may still finish', async () => {
    expect(await findAt('2027-03-01T08:10:00.000Z')).toEqual(['cs_before']);
    expect(await findAt('2027-03-01T08:10:00.001Z')).toEqual(['cs_interrupted', 'cs_before']);
  });
});
