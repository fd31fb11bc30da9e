import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type autocannon from 'autocannon';
import Stripe from 'stripe';
import { openStripe } from '../../local/fakes/stripe/open-stripe.ts';
import { median } from './median.ts';
import { type Load, putLoad } from './put-load.ts';
import { distributionSecret, type WebhookServer, webhookPaths } from './webhook-server.ts';

const rounds = 7;
const warmUpEvents = 600;
const eventsPerRound = 1500;
/**
 * As many as the local cloud runs instances of one function, so that no event waits for another.
 */
const connections = 4;
const secret = 'whsec_bench';
const acknowledgement = JSON.stringify({ received: true });

/**
 * Measures how fast the webhook acknowledges events, compared with a handler that only verifies
 * their signature. All take turns in each round, so that a busy moment affects them equally.
 * @throws Error when an event was not acknowledged
 */
export async function measurePayments(onRound: (round: number, rounds: number) => void): Promise<string[][]> {
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-bench-'));
  const server = fork(join(import.meta.dirname, 'webhook-server.ts'), [dir, secret]);
  try {
    const { endpoint } = await started(server);
    const paid = await exampleEvent();
    const ofOthers = paid.replace('"checkout.session.completed"', '"customer.created"');
    const subject = (name: string, path: string, body: string) => ({ name, path, body, loads: [] as Load[] });
    const subjects = [
      subject('verifies the signature only', webhookPaths.verifying, paid),
      subject('stripeWebhook, an event of another site', webhookPaths.whole, ofOthers),
      subject('stripeWebhook, a bus that responds at once', webhookPaths.withInstantBus, paid),
      subject('stripeWebhook, the local bus, which waits for the disk', webhookPaths.whole, paid),
    ];
    for (const { path, body } of subjects)
      await sendEvents(endpoint + path, signedEvents(body, warmUpEvents));
    for (let round = 1; round <= rounds; round++) {
      onRound(round, rounds);
      for (const { path, body, loads } of subjects)
        loads.push(await sendEvents(endpoint + path, signedEvents(body, eventsPerRound)));
    }
    const [yardstick] = subjects;
    const rows = subjects.map(({ name, loads }) => {
      const figures = (key: keyof Load) => loads.map((load) => load[key]);
      // Per round, because rounds differ more than the subjects within one.
      const ratio = (key: keyof Load) =>
        median(figures(key).map((figure, round) => figure / (yardstick?.loads[round]?.[key] ?? Number.NaN)));
      return [
        name,
        median(figures('p50Ms')).toFixed(2),
        median(figures('p99Ms')).toFixed(2),
        median(figures('perSecond')).toFixed(0),
        ...(['p50Ms', 'p99Ms', 'perSecond'] as const).map((key) => `${ratio(key).toFixed(2)} ×`),
      ];
    });
    return [['', 'p50 ms', 'p99 ms', 'events/s', 'p50', 'p99', 'events/s'], ...rows];
  } finally {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    await rm(dir, { recursive: true });
  }
}

/** @throws Error when it ends instead, after it has printed the reason */
function started(server: ChildProcess): Promise<WebhookServer> {
  return new Promise((resolve, reject) => {
    server.once('message', (message) => resolve(message as WebhookServer));
    server.once('exit', () => reject(new Error('The server with the webhook did not start.')));
  });
}

/** Stripe's event for a paid checkout. */
async function exampleEvent(): Promise<string> {
  const bodies: string[] = [];
  const price = { id: 'price_1', unitAmount: 4900, currency: 'usd' };
  const { actions, fetch } = await openStripe({
    products: [{ id: 'prod_1', name: 'License', description: 'A license', prices: [price] }],
    listener: { secret, onEvent: ({ body }) => void bodies.push(body) },
    listenerEvents: ['checkout.session.completed'],
  });
  const stripe = new Stripe('sk_test_bench', { httpClient: Stripe.createFetchHttpClient(fetch) });
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: price.id, quantity: 1 }],
    metadata: { userId: 'user-1', priceId: price.id },
    success_url: 'https://site.test/pricing',
  });
  await actions.pay(session.id, 'buyer@example.test');
  const [body] = bodies;
  if (!body) throw new Error('The stand-in for Stripe sent no event.');
  return body;
}

/**
 * Each event has its own ID. They are signed before the load, which must not wait for it, and
 * within the five minutes that a signature is valid.
 */
function signedEvents(body: string, count: number): { body: string; signature: string }[] {
  const { id } = JSON.parse(body) as Stripe.Event;
  return Array.from({ length: count }, () => {
    const payload = body.replaceAll(id, `evt_${crypto.randomUUID().replaceAll('-', '')}`);
    return { body: payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret }) };
  });
}

/** @throws Error when not every event was acknowledged */
async function sendEvents(url: string, events: { body: string; signature: string }[]): Promise<Load> {
  let acknowledged = 0;
  let next = 0;
  const load = await putLoad({
    url,
    connections,
    amount: events.length,
    requests: [
      {
        setupRequest(request) {
          // Autocannon creates a request for each connection that it does not send.
          const event = events[next++ % events.length];
          return {
            ...request,
            headers: {
              'content-type': 'application/json',
              'stripe-signature': event?.signature,
              'x-distribution-secret': distributionSecret,
            },
            body: event?.body,
          } as autocannon.Request;
        },
        onResponse(status, body) {
          if (status === 200 && body === acknowledgement) acknowledged += 1;
        },
      },
    ],
  });
  if (load.errors > 0 || acknowledged !== events.length) {
    throw new Error(`${acknowledged} of ${events.length} events were acknowledged at ${url}.`);
  }
  return load;
}
