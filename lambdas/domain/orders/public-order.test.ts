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

it('shows the buyer a license that was passed on without the file of its holder, and when that was reissued', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const passedOn = {
    ...stored,
    userId: 'user-2',
    buyerId: 'user-1',
    passedOnAt: '2026-11-10T10:00:00.000Z',
    reissues: { count: 2, at, requestId: 'request-2' },
  };
  const ofBuyer = publicOrder(passedOn, 'user-1');
  expect(ofBuyer).toMatchObject({ isPassedOn: true, amountInCents: 4900 });
  expect(ofBuyer).not.toHaveProperty('licenseFile');
  expect(ofBuyer).not.toHaveProperty('reissues');
  expect(publicOrder(passedOn, 'user-2')).toMatchObject({ reissues: { count: 2, at } });
});
