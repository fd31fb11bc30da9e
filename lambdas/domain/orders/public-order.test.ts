import { expect, it } from 'vitest';
import type { StoredOrder } from './order-store.ts';
import { publicOrder } from './public-order.ts';

const stored: StoredOrder = {
  orderId: 'cs_1',
  userId: 'user-1',
  priceId: 'price_1',
  termsVersion: '2025-06-13',
  amountInCents: 4900,
  amountRefundedInCents: 0,
  currency: 'usd',
  status: 'paid',
  createdAt: '2026-11-01T10:00:00.000Z',
  licenseFile: 'header.claims.signature',
  version: 3,
  history: [],
};

it('shows the license file, but no internal fields', () => {
  const { userId: _, version: _version, ...visible } = stored;
  expect(publicOrder(stored, 'user-1')).toEqual(visible);
});

it.each<Partial<StoredOrder>>([
  { status: 'refunded' },
  { status: 'disputeLost' },
  { refundReason: 'duplicate' },
])('hides the license file of an order without a license: %o', (change) => {
  expect(publicOrder({ ...stored, ...change }, 'user-1')).not.toHaveProperty('licenseFile');
});
