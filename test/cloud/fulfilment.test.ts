import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { registerPerson } from '../person.ts';
import { checkoutRequest, cloud, pay, readTables, siteUrl } from './site.ts';

const inTime = { timeout: 15_000 };
const pendingDeliveries = () => readdir(join(cloud.dir, 'events/pending'));

async function startCheckout() {
  const person = await registerPerson(siteUrl);
  return { person, ...(await person.call('checkout', checkoutRequest)) };
}

const ordersOf = async (person: string) =>
  (await readTables()).DataOrders.filter(({ userId }) => userId === person);

/** Sends a signed event as Stripe would. */
async function deliver(sessionId: string): Promise<Response> {
  const secret = await readFile(join(cloud.dir, 'stripe/webhook-secret'), 'utf8');
  const event = {
    id: 'evt_same',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: sessionId } },
  };
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return fetch(`${siteUrl}/api/stripeWebhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: payload,
  });
}

test('fifty deliveries of one event at once make one order and one grant', async () => {
  const { person, sessionId, url } = await startCheckout();
  await pay(url);
  const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(sessionId)));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  await vi.waitFor(async () => expect(await pendingDeliveries()).toEqual([]), inTime);

  const orders = await ordersOf(person.userId);
  expect(orders).toHaveLength(1);
  expect(orders[0]?.history).toHaveLength(1);
  expect((await person.call('me')).subscription).toEqual({
    status: 'active',
    plan: 'lifetime',
    lastPaymentDate: orders[0]?.createdAt,
  });
  expect(await person.signInAgain()).toEqual({ groups: ['paid'] });
  expect(await readdir(join(cloud.dir, 'events/dead-letters'))).toEqual([]);
});

test('an event for a session that is not paid changes nothing', async () => {
  const { person, sessionId } = await startCheckout();
  expect((await deliver(sessionId)).status).toBe(200);
  await vi.waitFor(async () => expect(await pendingDeliveries()).toEqual([]), inTime);
  expect(await ordersOf(person.userId)).toEqual([]);
  expect((await person.call('me')).subscription.status).toBe('none');
});

test('the license arrives although the process was killed right after the payment', async () => {
  // A fresh process has no instance of the function yet, so the kill comes before it has run.
  await cloud.restart();
  const { person, sessionId, url } = await startCheckout();
  await pay(url);
  await cloud.kill();
  const { events } = JSON.parse(await readFile(join(cloud.dir, 'stripe/stripe.json'), 'utf8'));
  const undelivered = (events as Stripe.Event[]).some(
    (event) => event.pending_webhooks > 0 && JSON.stringify(event.data).includes(sessionId),
  );
  expect(
    undelivered || (await pendingDeliveries()).length > 0,
    'the kill came too late to prove anything',
  ).toBe(true);

  await cloud.restart();
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), inTime);
  await vi.waitFor(async () => expect(await person.signInAgain()).toEqual({ groups: ['paid'] }), inTime);
});

test('the license arrives although the process was killed between webhook and fulfilment', async () => {
  await cloud.restart();
  const { person, url } = await startCheckout();
  await pay(url);
  await vi.waitFor(async () => expect(await pendingDeliveries()).not.toEqual([]), { ...inTime, interval: 1 });
  await cloud.kill();
  const [delivery] = await pendingDeliveries();
  expect(delivery, 'the kill came too late to prove anything').toBeDefined();

  await cloud.restart();
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), inTime);
});
