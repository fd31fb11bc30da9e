import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestAccount, type TestAccount, webhookSecret } from './test-account.ts';

let account: TestAccount;
let stripe: Stripe;
let actions: TestAccount['service']['actions'];

beforeEach(async () => {
  account = await openTestAccount();
  stripe = account.stripe;
  actions = account.service.actions;
});

const retrieve = (id: string) =>
  stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });

describe('bank debit', () => {
  it('completes the session while the payment is processing', async () => {
    const { id } = await account.openSession();
    await actions.payLater(id);
    expect(await retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: {
        status: 'processing',
        amount_received: 0,
        latest_charge: { status: 'pending', paid: false, receipt_url: null },
      },
    });
    expect(account.takeTypes()).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'checkout.session.completed',
    ]);
    await expect(actions.expire(id)).rejects.toThrow('status of `complete`');
  });

  it('succeeds later, once', async () => {
    const { id } = await account.openSession();
    await actions.payLater(id);
    account.takeTypes();
    await actions.settleLater(id);
    expect(await retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: {
        status: 'succeeded',
        amount_received: 4900,
        latest_charge: {
          status: 'succeeded',
          paid: true,
          payment_method_details: { type: 'us_bank_account' },
        },
      },
    });
    expect(account.takeTypes()).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ]);
    const { body = '', signature = '' } = account.received.at(-1) ?? {};
    expect(stripe.webhooks.constructEvent(body, signature, webhookSecret)).toMatchObject({
      data: { object: { id, payment_status: 'paid' } },
    });
    await expect(actions.settleLater(id)).rejects.toThrow('No payment');
    await expect(actions.failLater(id)).rejects.toThrow('No payment');
  });

  it('fails later', async () => {
    const { id } = await account.openSession();
    await actions.payLater(id);
    account.takeTypes();
    await actions.failLater(id);
    expect(await retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'payment_intent_payment_attempt_failed' },
        latest_charge: { status: 'failed', paid: false },
      },
    });
    expect(account.takeTypes()).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
      'checkout.session.async_payment_failed',
    ]);
  });

  it('is refused for a free order', async () => {
    const free = await account.openSession({ line_items: [{ price: 'price_free', quantity: 1 }] });
    await expect(actions.payLater(free.id)).rejects.toThrow('bank debit');
  });
});

describe('declined card', () => {
  it('leaves the session open, with the reason in the payment intent', async () => {
    const { id } = await account.openSession();
    expect((await retrieve(id)).payment_intent).toBeNull();
    await actions.decline(id);
    expect(await retrieve(id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
        latest_charge: { status: 'failed', failure_code: 'card_declined' },
      },
    });
    expect(account.takeTypes()).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ]);
  });

  it('can be followed by another charge of the same payment intent', async () => {
    const { id } = await account.openSession();
    await actions.decline(id);
    const { payment_intent: first } = await stripe.checkout.sessions.retrieve(id);
    await actions.pay(id);
    const session = await retrieve(id);
    expect(session).toMatchObject({
      payment_status: 'paid',
      payment_intent: { id: first, status: 'succeeded', last_payment_error: null },
    });
    const charges = [...account.service.store.charges.values()];
    expect(charges.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  it('leaves a payment intent that is canceled when the session expires', async () => {
    const { id } = await account.openSession();
    await actions.decline(id);
    await stripe.checkout.sessions.expire(id);
    expect(await retrieve(id)).toMatchObject({ status: 'expired', payment_intent: { status: 'canceled' } });
  });
});

describe('hosted page', () => {
  const load = async (url: string | null) => (await account.service.fetch(String(url))).text();
  const submit = (url: string | null, attempt: string) =>
    account.service.fetch(String(url), { method: 'POST', body: new URLSearchParams({ attempt }) });

  it('offers every way to pay, and none for a free order', async () => {
    const paid = await load((await account.openSession()).url);
    const buttons = (html: string) => [...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(buttons(paid)).toEqual(['Pay', 'Pay later, by bank debit', 'Try a card that is declined']);
    const free = await account.openSession({ line_items: [{ price: 'price_free', quantity: 1 }] });
    expect(buttons(await load(free.url))).toEqual(['Complete order']);
    expect((await submit(free.url, 'decline')).status).toBe(400);
  });

  it('shows the reason after a declined card', async () => {
    const { id, url } = await account.openSession();
    const declined = await submit(url, 'decline');
    expect([declined.status, declined.headers.get('location')]).toEqual([303, `/pay/${id}`]);
    expect(await load(url)).toContain('<p class="error" role="alert">Your card was declined.');
    const later = await submit(url, 'payLater');
    expect([later.status, later.headers.get('location')]).toEqual([303, 'http://localhost:3000/success']);
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
  });
});

it('shows the receipt of a charge', async () => {
  const { intentId, chargeId } = await account.buy();
  await stripe.refunds.create({ payment_intent: intentId, amount: 900 });
  const html = await (await account.service.fetch(`http://localhost/receipts/${chargeId}`)).text();
  for (const text of ['Lorewright &#60;License&#62;', '$49.00', '$9.00', 'ada@example.com', '2023-11-14'])
    expect(html).toContain(text);
  expect((await account.service.fetch('http://localhost/receipts/ch_x')).status).toBe(404);
});
