import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FinishDependencies, finishOrder } from './finish-order.ts';
import { paidOrder, refundedOrder } from './test-orders.ts';

const outbox = [
  { change: 'granted' as const, idempotencyKey: '2' },
  { change: 'partlyRefunded' as const, idempotencyKey: '3' },
];
const order = paidOrder('cs_1', { outbox });

/** The calls in order. */
let done: unknown[][];
const record =
  (name: string) =>
  async (...details: unknown[]) =>
    void done.push([name, ...details]);

const publishLicenseChanged = vi.fn<FinishDependencies['publishLicenseChanged']>();
const dependencies: FinishDependencies = {
  orders: { finish: record('finish') },
  requestGroupSync: record('requestGroupSync'),
  requestLicense: record('requestLicense'),
  publishUserChanged: record('publishUserChanged'),
  publishLicenseChanged,
};

beforeEach(() => {
  done = [];
  publishLicenseChanged.mockReset().mockImplementation(record('publishLicenseChanged'));
});

describe('finishOrder', () => {
  it('syncs the group, issues the license, and publishes each change before it empties the outbox', async () => {
    await finishOrder(dependencies, order);
    expect(done).toEqual([
      ['requestGroupSync', 'user-1'],
      ['publishUserChanged', 'user-1'],
      ['requestLicense', 'cs_1'],
      ['publishLicenseChanged', { orderId: 'cs_1', userId: 'user-1', ...outbox[0] }],
      ['publishLicenseChanged', { orderId: 'cs_1', userId: 'user-1', ...outbox[1] }],
      ['finish', order],
    ]);
  });

  it('syncs both groups of an order that was passed on, and publishes the change for its previous holder', async () => {
    const moved = paidOrder('cs_1', {
      userId: 'user-2',
      outbox: [{ change: 'passedOn', idempotencyKey: '4', userId: 'user-1' }],
    });
    await finishOrder(dependencies, moved);
    expect(done).toEqual([
      ['requestGroupSync', 'user-2'],
      ['publishUserChanged', 'user-2'],
      ['requestGroupSync', 'user-1'],
      ['publishUserChanged', 'user-1'],
      ['requestLicense', 'cs_1'],
      [
        'publishLicenseChanged',
        { orderId: 'cs_1', userId: 'user-1', change: 'passedOn', idempotencyKey: '4' },
      ],
      ['finish', moved],
    ]);
  });

  it('issues no license for a refunded order', async () => {
    await finishOrder(dependencies, refundedOrder('cs_1', { outbox }));
    expect(done.map(([name]) => name)).not.toContain('requestLicense');
  });

  it('publishes only the changes for an order whose buyer deleted the account', async () => {
    const { userId: _, ...anonymous } = paidOrder('cs_1', {
      outbox: [{ change: 'refundFailed', idempotencyKey: '4' }],
    });
    await finishOrder(dependencies, anonymous);
    expect(done).toStrictEqual([
      ['publishLicenseChanged', { orderId: 'cs_1', change: 'refundFailed', idempotencyKey: '4' }],
      ['finish', anonymous],
    ]);
  });

  it('keeps the outbox when a change cannot be published', async () => {
    publishLicenseChanged.mockRejectedValue(new Error('The bus is down.'));
    await expect(finishOrder(dependencies, order)).rejects.toThrow('The bus is down.');
    expect(done.map(([name]) => name)).not.toContain('finish');
  });

  it('does nothing for an order without an outbox', async () => {
    await finishOrder(dependencies, paidOrder('cs_1'));
    expect(done).toEqual([]);
  });
});
