import type { Order } from '../../../../contract/records/order.ts';

export const paidOrder: Order = {
  orderId: 'cs_paid',
  priceId: 'price_local_lifetime',
  amountInCents: 4900,
  amountRefundedInCents: 0,
  currency: 'usd',
  status: 'paid',
  createdAt: '2025-09-03T10:00:00.000Z',
  licensedAt: '2025-09-03T10:01:00.000Z',
  termsVersion: '2025-06-13',
  receiptUrl: 'https://pay.example/receipts/1',
  history: [
    { at: '2025-09-03T10:00:00.000Z', status: 'created', amountRefundedInCents: 0 },
    { at: '2025-09-03T10:01:00.000Z', status: 'paid', amountRefundedInCents: 0 },
  ],
};

const { receiptUrl: _, ...withoutReceipt } = paidOrder;

export const freeOrder: Order = {
  ...withoutReceipt,
  orderId: 'cs_free',
  priceId: 'price_local_early_access',
  amountInCents: 0,
  status: 'free',
};
