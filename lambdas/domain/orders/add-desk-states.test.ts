import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { addDeskStates } from './add-desk-states.ts';
import { orderLists } from './order-lists.ts';
import { orderStore, type StoredOrder } from './order-store.ts';
import { paidOrder } from './test-orders.ts';

const [table, limits] = [stackTable('Orders'), stackTable('Limits')];
const client = testTables(table, limits);
const orders = orderStore(client, table.name);
const lists = orderLists(client, table.name);
const now = new Date('2026-11-25T12:00:00.000Z');
const run = (addDeskState = orders.addDeskState) =>
  addDeskStates(
    { tables: client, limitsTable: limits.name, orders: { addDeskState }, orderLists: lists },
    now,
  );

/** Stores an order as it was before `deskState` was a key. */
const storeOld = (order: StoredOrder) =>
  client.send(
    new PutCommand({ TableName: table.name, Item: { ...order, month: order.createdAt.slice(0, 7) } }),
  );
const idsIn = async (state: 'paid' | 'disputeOpen') =>
  (await lists.all({ state })).map(({ orderId }) => orderId).toSorted();
const itemOf = async (orderId: string) => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table.name }));
  return Items.find((item) => item.orderId === orderId);
};

describe('addDeskStates', () => {
  beforeEach(async () => {
    await storeOld(paidOrder('cs_first', { createdAt: '2025-06-13T10:00:00.000Z' }));
    await storeOld(paidOrder('cs_disputed', { createdAt: '2026-02-01T10:00:00.000Z', status: 'disputed' }));
    await storeOld(paidOrder('cs_opened', { createdAt: '2026-02-01T10:00:00.000Z', status: 'created' }));
  });

  it('adds the states after an interruption, and changes nothing else', async () => {
    const failing = vi.fn(orders.addDeskState).mockRejectedValueOnce(new Error('killed'));
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

  it('reads the orders only once', async () => {
    await run();
    await storeOld(paidOrder('cs_second', { createdAt: '2026-02-01T10:00:00.000Z' }));
    const add = vi.fn(orders.addDeskState);
    await run(add);
    expect(add).not.toHaveBeenCalled();
  });

  it('does not replace the state of an order that has changed since it was read', async () => {
    const read = paidOrder('cs_first', { createdAt: '2025-06-13T10:00:00.000Z' });
    await orders.save({ ...read, status: 'refunded', version: 3 }, 2, []);
    expect(await orders.addDeskState(read)).toBe(false);
    expect(await itemOf('cs_first')).toMatchObject({ deskState: 'refunded' });
  });
});
