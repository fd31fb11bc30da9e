import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenStripe, openStripe } from './open-stripe.ts';
import type { WebhookMessage } from './webhooks.ts';

const secret = 'whsec_test';
const startSeconds = 1_700_000_000;

let nowSeconds: number;
let received: WebhookMessage[];
let onEvent: (message: WebhookMessage) => unknown;
let service: OpenStripe;
let stripe: Stripe;

beforeEach(async () => {
  nowSeconds = startSeconds;
  received = [];
  onEvent = (message) => received.push(message);
  service = await openStripe({
    products: [
      {
        id: 'prod_1',
        name: 'License',
        description: '',
        prices: [{ id: 'price_1', unitAmount: 4900, currency: 'usd' }],
      },
    ],
    listener: { secret, onEvent: (message) => onEvent(message) },
    nowSeconds: () => nowSeconds,
  });
  stripe = new Stripe('sk_test_local', { httpClient: Stripe.createFetchHttpClient(service.fetch) });
});

const createSession = () =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: 'price_1', quantity: 1 }],
    customer_email: 'ada@example.com',
    success_url: 'http://localhost:3000/success',
  });
const types = () => received.map(({ event }) => event.type);
const pending = async () =>
  (await stripe.events.list()).data.filter(({ pending_webhooks }) => pending_webhooks > 0).length;

it('answers the SDK and passes signed events to a function in this process', async () => {
  const { id, url } = await createSession();
  expect(url).toBe(`http://localhost/pay/${id}`);
  await service.actions.pay(id);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid', url: null });
  expect(types()).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
  ]);
  const [, , , { body, signature } = { body: '', signature: '' }] = received;
  expect(stripe.webhooks.constructEvent(body, signature, secret)).toMatchObject({
    type: 'checkout.session.completed',
    created: startSeconds,
    pending_webhooks: 1,
    data: { object: { id } },
  });
});

it('delivers a refused event again at the next change', async () => {
  onEvent = () => {
    throw new Error('Not now.');
  };
  const { id } = await createSession();
  await service.actions.expire(id);
  expect(await pending()).toBe(1);
  onEvent = (message) => received.push(message);
  await createSession();
  expect(types()).toEqual(['checkout.session.expired']);
  expect(await pending()).toBe(0);
});

it('lets the function call the API before it accepts an event', async () => {
  onEvent = async ({ event }) => {
    received.push({ event, body: '', signature: '' });
    if (event.type !== 'checkout.session.completed') return;
    const session = await stripe.checkout.sessions.retrieve(
      (event.data.object as Stripe.Checkout.Session).id,
    );
    await stripe.refunds.create({ payment_intent: String(session.payment_intent) });
  };
  await service.actions.pay((await createSession()).id);
  expect(types()).toEqual(expect.arrayContaining(['charge.refunded', 'refund.created']));
  expect(await pending()).toBe(0);
});

it('expires sessions by the given clock', async () => {
  const { id } = await createSession();
  nowSeconds += 24 * 3600;
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
  expect(types()).toEqual(['checkout.session.expired']);
});

describe('events', () => {
  it('are held back, and released in either order', async () => {
    await service.actions.hold();
    const ids = [(await createSession()).id, (await createSession()).id];
    for (const id of ids) await service.actions.expire(id);
    expect(received).toEqual([]);
    expect(await pending()).toBe(2);
    expect(await service.actions.release('newest first')).toBe(2);
    expect(received.map(({ event }) => (event.data.object as Stripe.Checkout.Session).id)).toEqual(
      ids.toReversed(),
    );
    expect(await pending()).toBe(0);
  });

  it('are released one after another', async () => {
    await service.actions.hold();
    for (let count = 0; count < 3; count += 1) await service.actions.expire((await createSession()).id);
    let open = 0;
    const together: number[] = [];
    onEvent = async () => {
      open += 1;
      together.push(open);
      await new Promise(setImmediate);
      open -= 1;
    };
    await service.actions.release();
    expect(together).toEqual([1, 1, 1]);
  });

  it('stay pending when deliveries are held during a release', async () => {
    await service.actions.hold();
    for (let count = 0; count < 3; count += 1) await service.actions.expire((await createSession()).id);
    onEvent = async (message) => {
      received.push(message);
      if (received.length === 1) await service.actions.hold();
    };
    await service.actions.release();
    expect(received).toHaveLength(1);
    await service.actions.release();
    expect(received).toHaveLength(3);
  });
});
