import { describe, expect, it } from 'vitest';
import { deskStateOf } from './desk-state-of.ts';
import type { StoredOrder } from './order-store.ts';
import { paidOrder } from './test-orders.ts';

const dispute = { disputeId: 'du_1', reason: 'general', amountInCents: 4900, currency: 'usd' };
const open = { ...dispute, needsEvidence: true };
const answered = { ...dispute, needsEvidence: false };
const statedAt = '2026-11-24T10:00:00.000Z';

describe('deskStateOf', () => {
  it.each([
    ['its status', {}, 'paid'],
    ['nothing for a checkout that was never finished', { status: 'created' }, undefined],
    ['nothing for an expired checkout', { status: 'expired' }, undefined],
    ['that a dispute needs evidence', { status: 'disputed', dispute: open }, 'disputeOpen'],
    ['that an inquiry needs evidence', { dispute: open }, 'disputeOpen'],
    ['that the bank decides', { status: 'disputed', dispute: answered }, 'disputed'],
    ['that a dispute from before they were stored may need evidence', { status: 'disputed' }, 'disputeOpen'],
    ['that the refund failed', { hasRefundFailed: true }, 'refundFailed'],
    ['a later refund that succeeded', { hasRefundFailed: true, status: 'refunded' }, 'refunded'],
    ['a refund by other means', { hasRefundFailed: true, isRefundedElsewhere: true }, 'paid'],
    ['that a withdrawal waits', { withdrawalStatedAt: statedAt }, 'withdrawalStated'],
    ['a withdrawal that was confirmed', { withdrawalStatedAt: statedAt, withdrawnAt: statedAt }, 'paid'],
    ['the dispute before the rest', { dispute: open, hasRefundFailed: true }, 'disputeOpen'],
  ] as const)('says %s', (_, change, state) => {
    expect(deskStateOf(paidOrder('cs_1', change as Partial<StoredOrder>))).toBe(state);
  });
});
