import { describe, expect, it } from 'vitest';
import { paidOrder, refundedOrder } from '../../../lambdas/domain/orders/test-orders.ts';
import { describeLicenseState } from './describe-license-state.ts';

describe('describeLicenseState', () => {
  it('says that the license of a paid order is active', () => {
    expect(describeLicenseState(paidOrder('cs_1'), true, 0)).toEqual({
      works: true,
      words: 'active, the order is paid',
    });
  });

  it('keeps the license active while a dispute is open', () => {
    expect(describeLicenseState(paidOrder('cs_1', { status: 'disputed' }), true, 0).works).toBe(true);
  });

  it('says since when a license is revoked', () => {
    expect(describeLicenseState(refundedOrder('cs_1'), true, 0)).toEqual({
      works: false,
      words: 'revoked since 2026-12-01T08:00:00.000Z, the order is refunded',
    });
  });

  it('counts from the last revocation when a license was restored in between', () => {
    const { history, ...order } = refundedOrder('cs_1');
    const again = [
      ...history,
      { at: '2026-12-02T08:00:00.000Z', status: 'paid' as const, amountRefundedInCents: 0, cause: 'test' },
      {
        at: '2026-12-03T08:00:00.000Z',
        status: 'disputeLost' as const,
        amountRefundedInCents: 0,
        cause: 'test',
      },
    ];
    expect(describeLicenseState({ ...order, status: 'disputeLost', history: again }, true, 0).words).toBe(
      'revoked since 2026-12-03T08:00:00.000Z, the order is disputeLost',
    );
  });

  it('says that an earlier file of a reissued license was replaced', () => {
    const reissues = { count: 1, at: '2026-11-28T08:00:00.000Z', requestId: 'request-1' };
    const order = paidOrder('cs_1', { reissues });
    expect(describeLicenseState(order, true, 0)).toEqual({
      works: false,
      words: 'replaced, the license was reissued at 2026-11-28T08:00:00.000Z',
    });
    expect(describeLicenseState(order, true, 1).works).toBe(true);
    expect(describeLicenseState({ ...order, status: 'disputeLost' }, true, 0).words).toMatch(/^revoked/);
  });

  it('says why the second payment for one license gave none', () => {
    const duplicate = paidOrder('cs_2', { licensedAt: undefined, refundReason: 'duplicate' });
    expect(describeLicenseState(duplicate, true, 0)).toEqual({
      works: false,
      words: 'never active, the payment is refunded (duplicate)',
    });
  });

  it('says that the account of the holder was deleted', () => {
    expect(describeLicenseState(paidOrder('cs_1', { userId: undefined }), false, 0)).toEqual({
      works: false,
      words: 'the account of its holder was deleted',
    });
  });
});
