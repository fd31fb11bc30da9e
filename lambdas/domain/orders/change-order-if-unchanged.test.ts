import { describe, expect, it, vi } from 'vitest';
import { changeOrderIfUnchanged } from './change-order-if-unchanged.ts';
import type { OrderStore } from './order-store.ts';
import { paidOrder } from './test-orders.ts';

const order = paidOrder('cs_1');
const seen = { orderId: 'cs_1', seen: order.history.length };
const next = { ...order, version: 3 };
const part = { Delete: { TableName: 'Other', Key: { id: '1' } } };

/** @param saves whether each attempt to save succeeds */
function storeOf(found: typeof order | undefined, saves: boolean[] = [true]) {
  const find = vi.fn<OrderStore['find']>().mockResolvedValue(found);
  const save = vi.fn<OrderStore['save']>().mockImplementation(async () => saves.shift() ?? false);
  return { find, save };
}

describe('changeOrderIfUnchanged', () => {
  it('saves the change and the other parts in one transaction, if the order is unchanged', async () => {
    const store = storeOf(order);
    const change = vi.fn(() => ({ next, parts: [part] }));
    expect(await changeOrderIfUnchanged(store, seen, change)).toBe(next);
    expect(store.find).toHaveBeenCalledExactlyOnceWith('cs_1');
    expect(change).toHaveBeenCalledExactlyOnceWith(order);
    expect(store.save).toHaveBeenCalledExactlyOnceWith(next, 2, [part]);
  });

  it('throws for an order that does not exist, before it calls `change`', async () => {
    const change = vi.fn();
    await expect(changeOrderIfUnchanged(storeOf(undefined), seen, change)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(change).not.toHaveBeenCalled();
  });

  it('saves nothing when the order already has the change', async () => {
    const store = storeOf(order);
    expect(await changeOrderIfUnchanged(store, { orderId: 'cs_1', seen: 1 }, () => undefined)).toBe(order);
    expect(store.save).not.toHaveBeenCalled();
  });

  it('refuses a change of an order that has changed since the team saw it', async () => {
    const store = storeOf(order);
    const change = () => ({ next, parts: [] });
    await expect(changeOrderIfUnchanged(store, { orderId: 'cs_1', seen: 1 }, change)).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(store.find).toHaveBeenCalledOnce();
    expect(store.save).not.toHaveBeenCalled();
  });

  it('reads the order again when it changes in a way that the team does not see', async () => {
    const store = storeOf(order, [false, false, true]);
    store.find.mockResolvedValueOnce({ ...order, version: 1 });
    expect(await changeOrderIfUnchanged(store, seen, () => ({ next, parts: [] }))).toBe(next);
    expect(store.save.mock.calls.map(([, version]) => version)).toEqual([1, 2, 2]);
  });

  it('gives up after three attempts', async () => {
    const store = storeOf(order, [false, false, false]);
    const change = () => ({ next, parts: [] });
    await expect(changeOrderIfUnchanged(store, seen, change)).rejects.toMatchObject({ code: 'aborted' });
    expect(store.save).toHaveBeenCalledTimes(3);
  });
});
