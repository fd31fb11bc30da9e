import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeskState } from '../../../contract/records/desk-states.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { orderLists } from './order-lists.ts';
import { orderStore, type StoredOrder } from './order-store.ts';
import { repairDeskStates } from './repair-desk-states.ts';
import { paidOrder } from './test-orders.ts';

const { client, names } = testSiteTables('Orders', 'Limits');
const orders = orderStore(client, names.Orders);
const lists = orderLists(client, names.Orders);
const now = new Date('2026-11-25T12:00:00.000Z');
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);
const run = (setDeskState = orders.setDeskState, at = now) =>
  repairDeskStates(
    { tables: client, limitsTable: names.Limits, orders: { setDeskState }, orderLists: lists },
    at,
  );

/** Stores an order as code from before `deskState` was a key does, which keeps the one that it has read. */
const storeOld = (order: StoredOrder, deskState?: DeskState) =>
  client.send(
    new PutCommand({
      TableName: names.Orders,
      Item: { ...order, month: order.createdAt.slice(0, 7), ...(deskState ? { deskState } : {}) },
    }),
  );
const idsIn = async (state: 'paid' | 'disputeOpen') =>
  (await lists.all({ state })).map(({ orderId }) => orderId).toSorted();
const itemOf = async (orderId: string) => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: names.Orders }));
  return Items.find((item) => item.orderId === orderId);
};

describe('repairDeskStates', () => {
  beforeEach(async () => {
    await storeOld(paidOrder('cs_first', { createdAt: '2025-06-13T10:00:00.000Z' }));
    await storeOld(paidOrder('cs_disputed', { createdAt: '2026-02-01T10:00:00.000Z', status: 'disputed' }));
    await storeOld(paidOrder('cs_opened', { createdAt: '2026-02-01T10:00:00.000Z', status: 'created' }));
  });

  it('adds the states after an interruption, and changes nothing else', async () => {
    const failing = vi.fn(orders.setDeskState).mockRejectedValueOnce(new Error('killed'));
    await expect(run(failing)).rejects.toThrow('killed');
    await Promise.all([run(), run()]);
    expect(await idsIn('paid')).toEqual(['cs_first']);
    expect(await idsIn('disputeOpen')).toEqual(['cs_disputed']);
    expect(await itemOf('cs_opened')).not.toHaveProperty('deskState');
    const first = paidOrder('cs_first', { createdAt: '2025-06-13T10:00:00.000Z' });
    expect(await orders.find('cs_first')).toEqual(first);
    // The order is written as before, with its new state.
    await orders.save({ ...first, status: 'refunded', version: 3 }, 2, []);
    expect(await idsIn('paid')).toEqual([]);
  });

  it('corrects, a day later, what older code has written since', async () => {
    await run();
    await storeOld(paidOrder('cs_second', { createdAt: '2026-02-01T10:00:00.000Z' }));
    await storeOld(
      paidOrder('cs_stale', { createdAt: '2026-02-01T10:00:00.000Z', status: 'disputed' }),
      'paid',
    );
    expect(await idsIn('disputeOpen')).not.toContain('cs_stale');
    await run(orders.setDeskState, hoursLater(24));
    expect(await idsIn('paid')).toContain('cs_second');
    expect(await idsIn('disputeOpen')).toContain('cs_stale');
    const set = vi.fn(orders.setDeskState);
    await run(set, hoursLater(48));
    expect(set).not.toHaveBeenCalled();
  });

  it('reads the orders once a day', async () => {
    const all = vi.fn(lists.all);
    const runAt = (at: Date) =>
      repairDeskStates({ tables: client, limitsTable: names.Limits, orders, orderLists: { all } }, at);
    await runAt(hoursLater(72));
    all.mockClear();
    await runAt(hoursLater(95));
    expect(all).not.toHaveBeenCalled();
    await runAt(hoursLater(96));
    expect(all).toHaveBeenCalled();
  });

  it('reads the orders although an older version has marked them as complete', async () => {
    await client.send(new PutCommand({ TableName: names.Limits, Item: { id: 'ordersHaveDeskState' } }));
    const set = vi.fn(orders.setDeskState);
    await run(set);
    expect(set).toHaveBeenCalled();
  });

  it('does not replace the state of an order that has changed since it was read', async () => {
    const read = paidOrder('cs_first', { createdAt: '2025-06-13T10:00:00.000Z' });
    await orders.save({ ...read, status: 'refunded', version: 3 }, 2, []);
    expect(await orders.setDeskState(read)).toBe(false);
    expect(await itemOf('cs_first')).toMatchObject({ deskState: 'refunded' });
  });
});
