import { beforeEach, expect, test, vi } from 'vitest';
import type { Repair, reconcileOrders } from '../orders/reconcile-orders.ts';
import { deliver } from '../platform/test-event.ts';

vi.stubEnv('TEAM_ADDRESS', 'team@site.test');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const { reconcile, sendOnce } = vi.hoisted(() => ({
  reconcile: vi.fn<typeof reconcileOrders>(),
  sendOnce: vi.fn(),
}));
vi.mock('../mail/mail-once.ts', () => ({ mailOnce: () => sendOnce }));
vi.mock('../orders/order-settlement.ts', () => ({ orderSettlement: () => async () => ({}) }));
vi.mock('../orders/reconcile-orders.ts', () => ({ reconcileOrders: reconcile }));
const { handler } = await import('./handler.ts');

const repair: Repair = { orderId: 'cs_1', from: undefined, to: 'paid' };

beforeEach(() => {
  sendOnce.mockReset();
  reconcile.mockReset().mockResolvedValue({ compared: 3 });
});

test('nobody is told that nothing was wrong', async () => {
  await deliver(handler, {});
  expect(reconcile).toHaveBeenCalledOnce();
  expect(sendOnce).not.toHaveBeenCalled();
});

test('the team is told what was repaired', async () => {
  reconcile.mockImplementation(async (_, { repaired }) => {
    repaired(repair);
    return { compared: 3 };
  });
  await deliver(handler, {});
  expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
    {
      occasion: expect.stringContaining('#cs_1'),
      to: 'team@site.test',
      mail: expect.objectContaining({ text: expect.stringContaining('cs_1: missing → paid') }),
    },
    expect.anything(),
  );
});

test('what could not be repaired is tried again, after the team was told of the rest', async () => {
  reconcile.mockImplementation(async (_, { repaired, failed }) => {
    failed('cs_2', new Error('away'));
    repaired(repair);
    return { compared: 3 };
  });
  await expect(deliver(handler, {})).rejects.toThrow('cs_2');
  expect(sendOnce).toHaveBeenCalledOnce();
});
