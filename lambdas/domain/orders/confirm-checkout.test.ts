import { beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmCheckout } from './confirm-checkout.ts';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';
import { paidOrder } from './test-orders.ts';

vi.mock('./settle-order.ts');

const dependencies = {} as SettlementDependencies;

describe('confirmCheckout', () => {
  beforeEach(() => void vi.mocked(settleOrder).mockReset());

  it("settles the buyer's order and returns only its status", async () => {
    vi.mocked(settleOrder).mockResolvedValue(paidOrder('cs_1'));
    expect(await confirmCheckout(dependencies, 'user-1', 'cs_1')).toStrictEqual({ status: 'paid' });
    expect(settleOrder).toHaveBeenCalledExactlyOnceWith(dependencies, {
      sessionId: 'cs_1',
      cause: 'confirmCheckout',
      buyerId: 'user-1',
    });
  });

  it('returns why a payment is refunded', async () => {
    vi.mocked(settleOrder).mockResolvedValue(paidOrder('cs_1', { refundReason: 'duplicate' }));
    expect(await confirmCheckout(dependencies, 'user-1', 'cs_1')).toStrictEqual({
      status: 'paid',
      refundReason: 'duplicate',
    });
  });

  it('finds no checkout of another user', async () => {
    vi.mocked(settleOrder).mockResolvedValue(undefined);
    await expect(confirmCheckout(dependencies, 'user-1', 'cs_1')).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
