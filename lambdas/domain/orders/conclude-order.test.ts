import { beforeEach, describe, expect, it } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { concludeOrder } from './conclude-order.ts';
import { deskStateOf } from './desk-state-of.ts';
import { orderStore, type StoredOrder } from './order-store.ts';
import { impossiblePart, paidOrder } from './test-orders.ts';

const { client, names } = testSiteTables('Orders');
const orders = orderStore(client, names.Orders);
let count = 0;
let orderId: string;
beforeEach(() => {
  count += 1;
  orderId = `cs_${count}`;
});

const add = (change: Partial<StoredOrder>) => orders.save(paidOrder(orderId, change), undefined, []);
const conclude = (actionId = 'action-1', seen = 2) =>
  concludeOrder(orders, { orderId, seen, actionId }, () => []);
const stored = async () => (await orders.find(orderId)) as StoredOrder;

describe('concludeOrder', () => {
  it('ends a failed refund, and does not make the refund due again', async () => {
    await add({ hasRefundFailed: true, refundReason: 'duplicate' });
    await conclude();
    expect(deskStateOf(await stored())).toBe('paid');
    expect(await stored()).toMatchObject({ hasRefundFailed: true, isRefundedElsewhere: true });
  });

  it('ends a statement of withdrawal, and lets a later one wait again', async () => {
    await add({ withdrawalStatedAt: '2026-11-24T10:00:00.000Z' });
    await conclude();
    expect(deskStateOf(await stored())).toBe('paid');
    expect(await stored()).not.toHaveProperty('withdrawalStatedAt');
  });

  it('changes nothing when it is repeated, and refuses another action', async () => {
    await add({ hasRefundFailed: true });
    await conclude();
    const { version } = await stored();
    await conclude();
    expect((await stored()).version).toBe(version);
    await expect(conclude('action-2')).rejects.toThrow('does not wait for the team any more');
  });

  it('lets one of two concurrent actions succeed', async () => {
    await add({ hasRefundFailed: true });
    const outcomes = await Promise.allSettled([conclude('action-1'), conclude('action-2')]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses a dispute, which the bank ends', async () => {
    await add({ status: 'disputed' });
    await expect(conclude()).rejects.toThrow('does not wait for the team any more');
  });

  it('refuses an order that has changed since the admin saw it', async () => {
    await add({ hasRefundFailed: true });
    await expect(conclude('action-1', 1)).rejects.toThrow('has just changed');
  });

  it('writes nothing without its audit entry', async () => {
    await add({ hasRefundFailed: true });
    const run = concludeOrder(orders, { orderId, seen: 2, actionId: 'action-1' }, () => [
      impossiblePart(names.Orders),
    ]);
    await expect(run).rejects.toThrow();
    expect(await stored()).not.toHaveProperty('isRefundedElsewhere');
  });
});
