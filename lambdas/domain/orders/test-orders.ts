import type { TransactionPart } from '../../platform/conditional-write.ts';
import type { StoredOrder } from './order-store.ts';

/** A paid order with a license. */
export function paidOrder(orderId: string, change: Partial<StoredOrder> = {}): StoredOrder {
  return {
    orderId,
    userId: 'user-1',
    priceId: 'price_1',
    termsVersion: '2025-06-13',
    amountInCents: 4900,
    amountRefundedInCents: 0,
    currency: 'usd',
    status: 'paid',
    createdAt: '2026-11-23T09:55:00.000Z',
    licensedAt: '2026-11-23T10:00:00.000Z',
    version: 2,
    history: [step('created', '2026-11-23T09:55:00.000Z'), step('paid', '2026-11-23T10:00:00.000Z')],
    ...change,
  };
}

/** The same order after a refund, which ended the license. */
export function refundedOrder(orderId: string, change: Parameters<typeof paidOrder>[1] = {}): StoredOrder {
  const { history, ...paid } = paidOrder(orderId, change);
  const refund = step('refunded', '2026-12-01T08:00:00.000Z');
  return { ...paid, status: 'refunded', amountRefundedInCents: 4900, history: [...history, refund] };
}

const step = (status: StoredOrder['status'], at: string) => ({
  at,
  status,
  amountRefundedInCents: status === 'refunded' ? 4900 : 0,
  cause: 'test',
});

/** A part of a transaction whose condition always fails. */
export const impossiblePart = (ordersTable: string): TransactionPart => ({
  ConditionCheck: {
    TableName: ordersTable,
    Key: { orderId: 'cs_nobody' },
    ConditionExpression: 'attribute_exists(orderId)',
  },
});
