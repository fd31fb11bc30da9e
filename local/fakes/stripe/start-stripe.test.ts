import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStripe } from './start-stripe.ts';

const webhookSecret = 'whsec_test';
const listenerEvents = ['checkout.session.completed', 'checkout.session.expired', 'charge.refunded'];
const products = [
  {
    id: 'prod_license',
    name: 'Lorewright <License>',
    description: 'Everything & more',
    prices: [
      { id: 'price_license', unitAmount: 4900, currency: 'usd', lookupKey: 'license' },
      { id: 'price_free', unitAmount: 0, currency: 'usd' },
      { id: 'price_euro', unitAmount: 4500, currency: 'eur' },
    ],
  },
  { id: 'prod_other', name: 'Other', description: '', prices: [] },
];

/** The webhook of the shop. Records its requests, and responds as the test chooses. */
class Webhook {
  readonly received: { event: Stripe.Event; signature: string; contentType: string }[] = [];
  answerStatus: (attempt: number) => number = () => 200;
  readonly #server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const signature = String(request.headers['stripe-signature']);
    const event = new Stripe('sk_test_local').webhooks.constructEvent(body, signature, webhookSecret);
    this.received.push({ event, signature, contentType: String(request.headers['content-type']) });
    response.writeHead(this.answerStatus(this.received.length)).end();
  });

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/stripeWebhook`;
  }

  get types(): string[] {
    return this.received.map(({ event }) => event.type);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }
}

let dir: string;
let webhook: Webhook;
let service: Awaited<ReturnType<typeof startStripe>>;
let stripe: Stripe;

function connect(endpoint: string, key = 'sk_test_local'): Stripe {
  const { hostname: host, port } = new URL(endpoint);
  return new Stripe(key, { host, port: Number(port), protocol: 'http' });
}

async function start() {
  const listener = { url: webhook.url, secret: webhookSecret };
  service = await startStripe({ dir, listener, listenerEvents, products });
  stripe = connect(service.endpoint);
}

async function restart() {
  await service.stop();
  await start();
}

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'stripe-'));
  webhook = new Webhook();
  await webhook.listen();
  await start();
});

afterEach(async () => {
  await service.stop();
  await webhook.close();
  await rm(dir, { recursive: true });
});

function sessionParams(price = 'price_license'): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost:3000/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/pricing?canceled=1&x="',
    customer_email: 'ada@example.com',
    client_reference_id: 'user-1',
    metadata: { userId: 'user-1', referralCode: 'ABC' },
  };
}

const createSession = (price?: string) => stripe.checkout.sessions.create(sessionParams(price));
const retrieveSession = (id: string) => stripe.checkout.sessions.retrieve(id);

function submit(sessionUrl: string | null, form: Record<string, string> = {}) {
  return fetch(String(sessionUrl), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

async function pay(price?: string): Promise<Stripe.Checkout.Session> {
  const { id, url } = await createSession(price);
  expect((await submit(url)).status).toBe(303);
  return retrieveSession(id);
}

describe('the catalog', () => {
  it('contains the products and prices from the start options', async () => {
    const price = await stripe.prices.retrieve('price_license');
    expect(price).toMatchObject({ unit_amount: 4900, currency: 'usd', product: 'prod_license' });
    expect(String(price.unit_amount_decimal)).toBe('4900');
  });
});

describe('checkout sessions', () => {
  it('are created in the shape of Stripe', async () => {
    const session = await createSession();
    expect(session).toMatchObject({
      id: expect.stringMatching(/^cs_test_/),
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_subtotal: 4900,
      amount_total: 4900,
      currency: 'usd',
      customer_email: 'ada@example.com',
      client_reference_id: 'user-1',
      metadata: { userId: 'user-1', referralCode: 'ABC' },
      payment_intent: null,
      livemode: false,
      success_url: 'http://localhost:3000/success?session_id={CHECKOUT_SESSION_ID}',
      url: `http://localhost:${new URL(service.endpoint).port}/pay/${session.id}`,
    });
    expect(session.expires_at - session.created).toBe(24 * 3600);
    expect(session.line_items).toBeUndefined();
    expect(session.lastResponse.requestId).toMatch(/^req_/);
  });

  it('are on disk before the answer is sent', async () => {
    const { id } = await createSession();
    expect(await readFile(path.join(dir, 'stripe.json'), 'utf8')).toContain(id);
    expect(await readdir(dir)).toEqual(['stripe.json']);
  });

  it('are not read from a file of another version, which has no list of them', async () => {
    await createSession();
    await service.stop();
    const file = path.join(dir, 'stripe.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, JSON.stringify({ ...JSON.parse(text), checkouts: undefined }));
    await expect(start()).rejects.toThrow(
      'no list of checkouts. Delete the local data with: npm start -- --reset',
    );
    await writeFile(file, text);
    await start();
  });

  it('can be expired once', async () => {
    const { id, url } = await createSession();
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await fetch(String(url))).status).toBe(410);
    expect((await submit(url)).status).toBe(410);
    expect(await retrieveSession(id)).toMatchObject({ status: 'expired', payment_intent: null });
    await vi.waitFor(() => expect(webhook.types).toEqual(['checkout.session.expired']));
  });
});

describe('errors', () => {
  const params = sessionParams();
  it.each<[string, object, object]>([
    ['no mode', { ...params, mode: undefined }, { code: 'parameter_missing', param: 'mode' }],
    ['no items', { ...params, line_items: [] }, { code: 'parameter_missing', param: 'line_items' }],
    [
      'an unknown price',
      { ...params, line_items: [{ price: 'price_x', quantity: 1 }] },
      { code: 'resource_missing', param: 'line_items[0][price]', message: "No such price: 'price_x'" },
    ],
    ['an empty string', { ...params, customer_email: '' }, { code: 'parameter_invalid_empty' }],
    [
      'a text for a list',
      { ...params, line_items: 'price_free' },
      { code: undefined, message: 'Invalid array', param: 'line_items' },
    ],
    ['a bad email', { ...params, customer_email: 'ada' }, { code: 'email_invalid', param: 'customer_email' }],
    ['a script for a link', { ...params, cancel_url: 'javascript:alert(1)' }, { code: 'url_invalid' }],
    ['an unknown parameter', { ...params, colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
    ['an unknown expansion', { ...params, expand: ['colour'] }, { param: 'expand' }],
    [
      'two currencies',
      { ...params, line_items: ['price_license', 'price_euro'].map((price) => ({ price, quantity: 1 })) },
      { param: 'line_items' },
    ],
  ])('are returned for a session with %s', async (_, wrong, error) => {
    const creating = stripe.checkout.sessions.create(wrong as Stripe.Checkout.SessionCreateParams);
    await expect(creating).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    await expect(creating).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      ...error,
    });
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  });

  it('have status 404 for an unknown object', async () => {
    const missing = { statusCode: 404, code: 'resource_missing', requestId: expect.stringMatching(/^req_/) };
    await expect(retrieveSession('cs_test_x')).rejects.toMatchObject(missing);
    await expect(stripe.prices.retrieve('constructor')).rejects.toMatchObject(missing);
    await expect(stripe.refunds.retrieve('re_x')).rejects.toMatchObject(missing);
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  it('have status 401 for anything but a secret test key', async () => {
    const live = connect(service.endpoint, 'sk_live_secret123');
    await expect(live.prices.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    await expect(live.prices.list()).rejects.not.toThrow('secret123');
    const answer = await fetch(`${service.endpoint}/v1/prices`);
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { error: { type: 'invalid_request_error' } },
    ]);
  });
});

describe('the hosted page', () => {
  const load = async (url: string | null) => {
    const answer = await fetch(String(url));
    return { status: answer.status, html: await answer.text(), headers: answer.headers };
  };

  it('shows escaped items, and the ways to pay or cancel', async () => {
    const { status, html, headers } = await load((await createSession()).url);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('Local stand-in for Stripe Checkout — no card is charged.');
    expect(html).toContain('Lorewright &#60;License&#62;');
    expect(html).toContain('Everything &#38; more');
    expect(html).toContain('$49.00');
    expect(html).toMatch(/<input [^>]*type="email"[^>]*readonly value="ada@example.com"/);
    expect(html).toMatch(/<label for="email">/);
    expect(html).toContain('<button type="submit" name="attempt" value="pay">Pay</button>');
    expect(html).toContain('<a href="http://localhost:3000/pricing?canceled=1&#38;x=&#34;">Cancel</a>');
    expect(html).not.toContain('<script');
  });

  it('shows FREE for a free order', async () => {
    const { html } = await load((await createSession('price_free')).url);
    expect(html).toContain('FREE');
    expect(html).toContain('$0.00');
    expect(html).toContain('<button type="submit" name="attempt" value="pay">Complete order</button>');
  });

  it('requires a missing email address, and refuses an invalid one', async () => {
    const { id, url } = await stripe.checkout.sessions.create({
      ...sessionParams(),
      customer_email: undefined,
    });
    expect((await load(url)).html).toMatch(/<input [^>]*required value=""/);
    const refused = await submit(url, { email: '"><b>no' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Invalid email address: &#34;&#62;&#60;b&#62;no');
    expect(await retrieveSession(id)).toMatchObject({ status: 'open' });
    expect((await submit(url, { email: ' grace@example.com ' })).status).toBe(303);
    expect(await retrieveSession(id)).toMatchObject({ customer_details: { email: 'grace@example.com' } });
  });

  it('does not let the buyer change the email address from the shop', async () => {
    const { id, url } = await createSession();
    await submit(url, { email: 'other@example.com' });
    expect(await retrieveSession(id)).toMatchObject({ customer_details: { email: 'ada@example.com' } });
  });

  it('is closed after payment, and answers 404 for an unknown session', async () => {
    const { url } = await createSession();
    await submit(url);
    const { status, html } = await load(url);
    expect(status).toBe(410);
    expect(html).toContain('Order complete');
    expect((await load(`${service.endpoint}/pay/cs_test_x`)).status).toBe(404);
    expect((await load(`${service.endpoint}/`)).status).toBe(404);
    expect((await submit(`${service.endpoint}/pay/cs_test_x`)).status).toBe(404);
  });
});

describe('payment', () => {
  it('redirects to the shop, marks the session as paid, and sends the events', async () => {
    const { id, url } = await createSession();
    const answer = await submit(url);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/success?session_id=${id}`);
    const session = await retrieveSession(id);
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'ada@example.com' },
    });
    const { store } = service.stripe;
    const paymentIntent = store.paymentIntents.get(String(session.payment_intent));
    expect(paymentIntent).toMatchObject({ status: 'succeeded', amount: 4900, amount_received: 4900 });
    expect(store.charges.get(String(paymentIntent?.latest_charge))).toMatchObject({
      paid: true,
      refunded: false,
      billing_details: { email: 'ada@example.com' },
      payment_intent: paymentIntent?.id,
    });
    await vi.waitFor(() => expect(webhook.types).toEqual(['checkout.session.completed']));
    const [delivery] = webhook.received;
    expect(delivery?.contentType).toBe('application/json; charset=utf-8');
    expect(delivery?.event).toMatchObject({
      object: 'event',
      api_version: Stripe.API_VERSION,
      livemode: false,
      data: { object: { id, payment_status: 'paid', metadata: { userId: 'user-1' } } },
    });
    await vi.waitFor(async () =>
      expect((await stripe.events.list()).data).toContainEqual(
        expect.objectContaining({ id: delivery?.event.id, pending_webhooks: 0 }),
      ),
    );
  });

  it('happens once when the form is submitted repeatedly', async () => {
    const { id, url } = await createSession();
    const answers = await Promise.all([submit(url), submit(url), submit(url), submit(url)]);
    answers.push(await submit(url));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    await vi.waitFor(() => expect(webhook.types).toEqual(['checkout.session.completed']));
    await service.stop();
    const state = JSON.parse(await readFile(path.join(dir, 'stripe.json'), 'utf8'));
    expect([state.paymentIntents.length, state.charges.length]).toEqual([1, 1]);
    await start();
    expect((await retrieveSession(id)).payment_intent).toBe(state.paymentIntents[0].id);
  });

  it('sends events in the API version of the request', async () => {
    const { hostname: host, port } = new URL(service.endpoint);
    const apiVersion = '2025-01-27.acacia' as typeof Stripe.API_VERSION;
    const older = new Stripe('sk_test_local', { host, port, protocol: 'http', apiVersion });
    const { url } = await older.checkout.sessions.create(sessionParams());
    await submit(url);
    await vi.waitFor(() => expect(webhook.received[0]?.event.api_version).toBe(apiVersion));
  });
});

describe('refunds', () => {
  it('are refused when not enough is left, and for an unknown payment', async () => {
    const payment_intent = String((await pay()).payment_intent);
    await expect(stripe.refunds.create({ payment_intent, amount: 4901 })).rejects.toMatchObject({
      param: 'amount',
    });
    await stripe.refunds.create({ payment_intent });
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    await expect(stripe.refunds.create({ payment_intent: 'pi_x' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'payment_intent',
      statusCode: 400,
    });
    await expect(stripe.refunds.create({})).rejects.toMatchObject({ code: 'parameter_missing' });
  });
});

describe('idempotency keys', () => {
  const create = (idempotencyKey: string, params = sessionParams()) =>
    stripe.checkout.sessions.create(params, { idempotencyKey });

  it('repeat the response, even after a restart', async () => {
    const first = await create('k1');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    const second = await create('k1');
    await restart();
    const third = await create('k1');
    for (const replay of [second, third]) {
      expect(replay.id).toBe(first.id);
      expect(replay.lastResponse.headers).toMatchObject({
        'idempotent-replayed': 'true',
        'original-request': first.lastResponse.requestId,
      });
      expect(replay.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
    }
    expect((await create('k2')).id).not.toBe(first.id);
  });

  it('refuse different parameters', async () => {
    await create('k');
    const changed = create('k', { ...sessionParams(), client_reference_id: 'user-2' });
    await expect(changed).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    await expect(changed).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  });

  it('repeat the outcome of valid parameters, but not a refusal of invalid ones', async () => {
    await expect(create('k', sessionParams('price_x'))).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await create('k')).status).toBe('open');

    const payment_intent = String((await pay()).payment_intent);
    await stripe.refunds.create({ payment_intent }, { idempotencyKey: 'r1' });
    await stripe.refunds.create({ payment_intent }, { idempotencyKey: 'r1' });
    const again = () => stripe.refunds.create({ payment_intent }, { idempotencyKey: 'r2' });
    await expect(again()).rejects.toMatchObject({ code: 'charge_already_refunded' });
    await expect(again()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } });
  });
});

describe('webhooks', () => {
  it('are sent until accepted, with a new signature each time', async () => {
    webhook.answerStatus = (attempt) => [500, 302, 200][attempt - 1] ?? 200;
    await pay();
    await vi.waitFor(() => expect(webhook.received).toHaveLength(3), { timeout: 8000 });
    expect(new Set(webhook.received.map(({ event }) => event.id)).size).toBe(1);
    // The first two waits add up to more than a second, so the timestamp differs.
    expect(webhook.received[2]?.signature).not.toBe(webhook.received[0]?.signature);
  });

  it('are sent after a restart unless they were accepted before', async () => {
    await pay('price_free');
    await vi.waitFor(() => expect(webhook.received).toHaveLength(1));
    webhook.answerStatus = () => 503;
    const paid = await pay();
    await vi.waitFor(() => expect(webhook.received).toHaveLength(2));
    await service.stop();
    webhook.received.length = 0;
    webhook.answerStatus = () => 200;
    await start();
    await vi.waitFor(() => expect(webhook.received).toHaveLength(1));
    expect(webhook.received[0]?.event.data.object).toMatchObject({ id: paid.id, payment_status: 'paid' });
    await restart();
    await createSession();
    expect(webhook.received).toHaveLength(1);
  });

  it('are sent after kill -9', async () => {
    await service.stop();
    const listener = { url: webhook.url, secret: webhookSecret };
    await webhook.close();
    const options = { dir, listener, listenerEvents, products };
    const program = `
      const { startStripe } = await import(${JSON.stringify(new URL('start-stripe.ts', import.meta.url).href)});
      console.log((await startStripe(${JSON.stringify(options)})).endpoint);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const [endpoint] = await once(child.stdout, 'data');
    const session = await connect(String(endpoint).trim()).checkout.sessions.create(sessionParams());
    const answer = await submit(session.url);
    child.kill('SIGKILL');
    await exited;
    expect(answer.status).toBe(303);
    expect(webhook.received).toEqual([]);

    webhook = new Webhook();
    await webhook.listen();
    await start();
    await vi.waitFor(() => expect(webhook.types).toEqual(['checkout.session.completed']));
    expect(webhook.received[0]?.event.data.object).toMatchObject({ id: session.id, payment_status: 'paid' });
    expect(await retrieveSession(session.id)).toMatchObject({ status: 'complete' });
  });
});

it('listens on this machine only', async () => {
  // 127.0.0.2 is also this machine, but only a server that is bound to every address responds there.
  await expect(fetch(service.endpoint.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
});
