// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { DeskOrder } from '../../../../contract/records/desk-person.ts';
import { catalog } from '../../../../contract/rules/catalog.ts';
import { OrderOfPerson } from './order-of-person.tsx';
import { ConcludeContext } from './use-reading.tsx';

afterEach(cleanup);

const dispute = {
  disputeId: 'du_1',
  reason: 'fraudulent',
  amountInCents: 4900,
  currency: 'usd',
  needsEvidence: true,
};
const order: DeskOrder = {
  orderId: 'cs_test_1',
  priceId: Object.values(catalog.lifetime.priceIds)[0] ?? '',
  amountInCents: 4900,
  amountRefundedInCents: 0,
  currency: 'usd',
  status: 'disputed',
  createdAt: '2026-11-24T10:00:00.000Z',
  termsVersion: '2025-06-13',
  hasLicenseFile: true,
  invoiceNumber: 'A-0001',
  paymentIntentId: 'pi_1',
  dispute,
  history: [],
};
const open = (shown: DeskOrder) =>
  render(
    <ConcludeContext value={async () => {}}>
      <OrderOfPerson order={shown} />
    </ConcludeContext>,
  );
const linksAtStripe = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

it('shows the offer, the invoice number by which it was found, and the payment and the evidence at Stripe', () => {
  open(order);
  expect(screen.getByText(/, Lifetime, disputed, .*, invoice A-0001, needs evidence$/)).toBeTruthy();
  expect(linksAtStripe()).toEqual([
    'https://dashboard.stripe.com/test/payments/pi_1',
    'https://dashboard.stripe.com/test/disputes/du_1',
  ]);
});

it('links to no evidence after the answer, and to no payment of a gift', () => {
  const { paymentIntentId: _, invoiceNumber: __, ...gift } = order;
  open({ ...gift, status: 'free', dispute: { ...dispute, needsEvidence: false } });
  expect(linksAtStripe()).toEqual([]);
  expect(screen.queryByText(/invoice/)).toBeNull();
});
