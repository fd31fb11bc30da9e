import type Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { describeCheckout, findSessionOf, orderStatusOf } from './read-checkout.ts';

const siteId = 'pool-1';
const siteUrl = 'https://site.test';
const unknown = { isKnown: false };
const known = { isKnown: true };
const checkoutOfThisSite = {
  id: 'cs_1',
  mode: 'payment',
  created: 0,
  client_reference_id: 'user-1',
  metadata: { site: siteId, userId: 'user-1', priceId: 'price_1', termsVersion: '2025-06-13' },
};

type Charge = Partial<Pick<Stripe.Charge, 'refunded' | 'amount_refunded' | 'disputed'>>;

const session = (change: object, charge: Charge = {}) =>
  ({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: { id: 'pi_1', status: 'succeeded', latest_charge: { amount_refunded: 0, ...charge } },
    ...change,
  }) as Stripe.Checkout.Session;
const unpaid = (status: Stripe.PaymentIntent.Status) =>
  session({ payment_status: 'unpaid', payment_intent: { id: 'pi_1', status } });
const disputes = (...statuses: Stripe.Dispute.Status[]) => statuses.map((status) => ({ status }));
const inPart = { amount_refunded: 100, refunded: false };
const inFull = { amount_refunded: 4900, refunded: true };

test.each([
  ['is open', session({ status: 'open', payment_status: 'unpaid' }), [], 'created'],
  ['is open and free', session({ status: 'open', payment_status: 'no_payment_required' }), [], 'created'],
  ['has expired', session({ status: 'expired', payment_status: 'unpaid' }), [], 'expired'],
  ['was free', session({ payment_status: 'no_payment_required', payment_intent: null }), [], 'free'],
  ['waits for the bank', unpaid('processing'), [], 'paymentPending'],
  ['was refused by the bank', unpaid('requires_payment_method'), [], 'failed'],
  ['was given up', unpaid('canceled'), [], 'failed'],
  ['is paid', session({}), [], 'paid'],
  ['was refunded in part', session({}, inPart), [], 'partlyRefunded'],
  ['was refunded', session({}, inFull), [], 'refunded'],
  ['is disputed', session({}), disputes('needs_response'), 'disputed'],
  ['is disputed, and we have answered', session({}), disputes('under_review'), 'disputed'],
  ['is disputed after a partial refund', session({}, inPart), disputes('under_review'), 'disputed'],
  ['is disputed a second time', session({}), disputes('won', 'needs_response'), 'disputed'],
  ['has a dispute lost', session({}), disputes('lost'), 'disputeLost'],
  ['has one of two disputes lost', session({}), disputes('won', 'lost'), 'disputeLost'],
  ['has a dispute won', session({}), disputes('won'), 'disputeWon'],
  ['has a dispute won, and was refunded in part', session({}, inPart), disputes('won'), 'partlyRefunded'],
  ['has a dispute won, and was refunded', session({}, inFull), disputes('won'), 'refunded'],
  ['is asked about by the bank', session({}), disputes('warning_needs_response'), 'paid'],
  ['was asked about by the bank', session({}), disputes('warning_closed'), 'paid'],
  ['had its dispute prevented', session({}), disputes('prevented'), 'disputeWon'],
  ['had its dispute prevented by a refund', session({}, inFull), disputes('prevented'), 'refunded'],
  ['has an appeal under way', session({}), disputes('appeal_under_review'), 'disputeLost'],
] as const)('reads the state of a checkout that %s', (_, checkout, found, status) => {
  expect(orderStatusOf(checkout, found)).toBe(status);
});

test('throws for an unknown state of a dispute', () => {
  expect(() => orderStatusOf(session({}), disputes('on_the_moon' as 'won'))).toThrow('on_the_moon');
});

describe('describeCheckout', () => {
  async function* nothing() {}
  const stripe = { refunds: { list: nothing }, creditNotes: { list: nothing } } as unknown as Stripe;
  const stripeContext = { stripe, siteId, siteUrl };
  const read = (change: object) =>
    describeCheckout(
      stripeContext,
      session({
        ...checkoutOfThisSite,
        ...change,
      }),
      unknown,
    );

  test('reads amounts, the country of the buyer, the receipt and the invoice', async () => {
    const latest_charge = { amount_refunded: 100, receipt_url: 'https://stripe.test/receipt' };
    const paid = await read({
      amount_total: 5831,
      currency: 'eur',
      total_details: { amount_tax: 931 },
      customer_details: { address: { country: 'DE' } },
      payment_intent: { id: 'pi_1', latest_charge },
      invoice: { id: 'in_1', number: 'A1B2-0001' },
    });
    expect(paid).toEqual({
      sessionId: 'cs_1',
      userId: 'user-1',
      priceId: 'price_1',
      termsVersion: '2025-06-13',
      createdAt: '1970-01-01T00:00:00.000Z',
      status: 'partlyRefunded',
      amountInCents: 5831,
      taxInCents: 931,
      amountRefundedInCents: 100,
      currency: 'eur',
      country: 'DE',
      invoiceId: 'in_1',
      invoiceNumber: 'A1B2-0001',
      paymentIntentId: 'pi_1',
      receiptUrl: 'https://stripe.test/receipt',
    });
  });

  test('reads a checkout that has no amounts, payment or invoice', async () => {
    const nothing = { amount_total: null, total_details: null, customer_details: null, currency: null };
    const free = { payment_status: 'no_payment_required', payment_intent: null, invoice: null };
    expect(await read({ ...nothing, ...free })).toEqual({
      sessionId: 'cs_1',
      userId: 'user-1',
      priceId: 'price_1',
      termsVersion: '2025-06-13',
      createdAt: '1970-01-01T00:00:00.000Z',
      status: 'free',
      amountInCents: 0,
      taxInCents: 0,
      amountRefundedInCents: 0,
      currency: 'usd',
    });
  });

  test('reads a payment that has no charge yet', async () => {
    const payment_intent = { id: 'pi_1', status: 'processing', latest_charge: null };
    expect(await read({ payment_status: 'unpaid', payment_intent })).toMatchObject({
      status: 'paymentPending',
      amountRefundedInCents: 0,
    });
  });

  test('does not read a payment or an invoice if Stripe returned only its id', async () => {
    const checkout = await read({ payment_intent: 'pi_1', invoice: 'in_1' });
    expect(checkout).toMatchObject({ status: 'paid' });
    expect(checkout).not.toHaveProperty('paymentIntentId');
    expect(checkout).not.toHaveProperty('invoiceId');
  });

  test.each([
    ['one of the taxes', ['standard_rated', 'reverse_charge'], true],
    ['none of the taxes', ['standard_rated'], undefined],
    ['no tax', [], undefined],
  ])('sees that the buyer accounts for %s', async (_, reasons, isReverseCharge) => {
    const total_taxes = reasons.map((taxability_reason) => ({ taxability_reason }));
    const checkout = await read({ invoice: { id: 'in_1', total_taxes } });
    expect(checkout?.isReverseCharge).toBe(isReverseCharge);
  });
});

describe('findSessionOf', () => {
  const found = session({ id: 'cs_1' });
  const retrieve = vi.fn(async () => found);
  const list = vi.fn(async () => ({ data: [found] }));
  const stripe = { checkout: { sessions: { retrieve, list } } } as unknown as Stripe;

  test('retrieves a checkout with its payment and its invoice', async () => {
    expect(await findSessionOf(stripe, { sessionId: 'cs_1' })).toBe(found);
    const expand = ['payment_intent.latest_charge', 'invoice'];
    expect(retrieve).toHaveBeenCalledExactlyOnceWith('cs_1', { expand });
  });

  test('finds the checkout of a payment, with its payment and its invoice', async () => {
    expect(await findSessionOf(stripe, { paymentIntentId: 'pi_1' })).toBe(found);
    const expand = ['data.payment_intent.latest_charge', 'data.invoice'];
    expect(list).toHaveBeenCalledExactlyOnceWith({ payment_intent: 'pi_1', limit: 1, expand });
  });
});

const dispute = (id: string, status: Stripe.Dispute.Status, dueBy: number | null = 1_790_000_000) => ({
  id,
  status,
  reason: 'product_not_received',
  amount: 4500,
  currency: 'eur',
  evidence_details: { due_by: dueBy },
});

describe('the dispute of a checkout', () => {
  const read = async (...found: ReturnType<typeof dispute>[]) => {
    const stripe = { disputes: { list: async () => ({ data: found }) } } as unknown as Stripe;
    const paid = session({ ...checkoutOfThisSite }, { disputed: true });
    return (await describeCheckout({ stripe, siteId, siteUrl }, paid, unknown))?.dispute;
  };

  test('has the amount, the reason and the deadline', async () => {
    expect(await read(dispute('du_1', 'needs_response'))).toEqual({
      disputeId: 'du_1',
      reason: 'product_not_received',
      amountInCents: 4500,
      currency: 'eur',
      isInquiry: false,
      needsEvidence: true,
      dueAt: '2026-09-21T14:13:20.000Z',
    });
  });

  test.each([
    ['the one that needs evidence', ['won', 'needs_response'], 'du_1', true, false],
    ['an inquiry that needs an answer', ['lost', 'warning_needs_response'], 'du_1', true, true],
    ['an inquiry that was answered', ['warning_under_review'], 'du_0', false, true],
    ['the latest, if none needs evidence', ['under_review', 'won'], 'du_0', false, false],
  ] as const)('is %s', async (_, statuses, disputeId, needsEvidence, isInquiry) => {
    const found = statuses.map((status, index) => dispute(`du_${index}`, status));
    expect(await read(...found)).toMatchObject({ disputeId, needsEvidence, isInquiry });
  });

  test('has no deadline if the bank sets none', async () => {
    expect(await read(dispute('du_1', 'needs_response', null))).not.toHaveProperty('dueAt');
  });
});

test('requests disputes only for a disputed payment', async () => {
  const list = vi.fn(async () => ({ data: [dispute('du_1', 'lost')] }));
  const stripeContext = { stripe: { disputes: { list } } as unknown as Stripe, siteId, siteUrl };
  const ours = (charge: object) =>
    session({
      ...checkoutOfThisSite,
      payment_intent: { id: 'pi_1', latest_charge: { amount_refunded: 0, ...charge } },
    });
  expect(await describeCheckout(stripeContext, ours({ disputed: false }), unknown)).toMatchObject({
    status: 'paid',
  });
  expect(list).not.toHaveBeenCalled();
  expect(await describeCheckout(stripeContext, ours({ disputed: true }), unknown)).toMatchObject({
    status: 'disputeLost',
  });
  expect(list).toHaveBeenCalledExactlyOnceWith({ payment_intent: 'pi_1', limit: 100 });
});

test.each([
  [
    'another site',
    {
      metadata: {
        site: 'https://other.test',
        userId: 'user-1',
        priceId: 'price_1',
        termsVersion: '2025-06-13',
      },
    },
  ],
  ['nobody', { metadata: {} }],
  ['a user without a price', { metadata: { site: siteId, userId: 'user-1' } }],
  ['a user in its metadata only', { client_reference_id: 'user-2' }],
  ['a user without a payment', { mode: 'setup' }],
])('ignores a checkout of %s', async (_, change) => {
  const metadata = { site: siteId, userId: 'user-1', priceId: 'price_1', termsVersion: '2025-06-13' };
  const ours = { id: 'cs_1', mode: 'payment', created: 0, client_reference_id: 'user-1', metadata };
  const stripeContext = { stripe: {} as Stripe, siteId, siteUrl };
  expect(await describeCheckout(stripeContext, session(ours), unknown)).toBeDefined();
  expect(await describeCheckout(stripeContext, session({ ...ours, ...change }), unknown)).toBeUndefined();
});

describe('a checkout that was opened at another address of the site', () => {
  const stripeContext = { stripe: {} as Stripe, siteId, siteUrl };
  const opened = (site: string, userId = 'user-1') =>
    session({
      id: 'cs_1',
      mode: 'payment',
      created: 0,
      client_reference_id: 'user-1',
      metadata: { site, userId, priceId: 'price_1', termsVersion: '2025-06-13' },
    });

  test('is recognized by the id of the site at any address', async () => {
    const moved = { ...stripeContext, siteUrl: 'https://new.test' };
    expect(await describeCheckout(moved, opened(siteId), unknown)).toBeDefined();
  });

  test('is recognized without an id by the current address or by its order', async () => {
    expect(await describeCheckout(stripeContext, opened(siteUrl), unknown)).toBeDefined();
    const before = opened('https://before.test');
    expect(await describeCheckout(stripeContext, before, unknown)).toBeUndefined();
    expect(await describeCheckout(stripeContext, before, known)).toMatchObject({
      sessionId: 'cs_1',
      userId: 'user-1',
    });
  });

  test('throws when its metadata contradicts its order', async () => {
    await expect(describeCheckout(stripeContext, opened(siteId, 'user-2'), known)).rejects.toThrow(
      'Checkout cs_1 has an order, but its metadata at Stripe does not match a checkout of ours.',
    );
  });
});
