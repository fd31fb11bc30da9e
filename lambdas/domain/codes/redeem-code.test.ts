import { describe, expect, it, vi } from 'vitest';
import { type RedeemDependencies, redeemCode } from './redeem-code.ts';

const batch = { batchId: 'batch-1', status: 'valid', lastDay: '2026-01-01' };
const earlierOrders = vi.fn(async () => [{ batchId: 'batch-1' }]);

const redeemAt = (time: string) => {
  const dependencies = {
    codes: { findCode: async () => ({ batchId: 'batch-1' }), findBatch: async () => batch },
    orders: { ofUser: earlierOrders },
    now: () => new Date(time),
  } as unknown as RedeemDependencies;
  return redeemCode(dependencies, 'user-1', 'ABCD-EFGH-JKLM-2345');
};

describe('redeemCode', () => {
  it('rejects a code after its last day, in UTC', async () => {
    await expect(redeemAt('2026-01-02T00:00:00Z')).rejects.toThrow('This code has expired.');
  });

  it('accepts a code until the end of its last day', async () => {
    // The next check, which these orders fail.
    await expect(redeemAt('2026-01-01T23:59:59Z')).rejects.toThrow(
      'You have already used a code of this kind.',
    );
  });
});
