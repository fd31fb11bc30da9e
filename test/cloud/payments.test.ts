import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { OrderStatus } from '../../contract/records/order-states.ts';
import { pay } from '../pay.ts';
import { callOperation, mailsTo, type Person, registerPerson } from '../person.ts';
import { chargeOf, disputeOf, isUndelivered, play } from './play-stripe.ts';
import { checkoutRequest, cloud, countDeadLetters, readTable, siteUrl } from './site.ts';

const inTime = { timeout: 20_000 };
const paidRequest = { ...checkoutRequest, priceId: 'price_local_lifetime' };

async function startCheckout(request = checkoutRequest) {
  const person = await registerPerson(siteUrl);
  return { person, ...(await person.call('checkout', request)) };
}

async function buy(request = paidRequest) {
  const started = await startCheckout(request);
  await pay(started.url);
  await waitForOrderStatus(started.sessionId, request === paidRequest ? 'paid' : 'free');
  return started;
}

const orderOf = async (sessionId: string) =>
  (await readTable('DataOrders')).find(({ orderId }) => orderId === sessionId);

/** Waits until the order has this status and no events to publish. */
const waitForOrderStatus = (sessionId: string, status: OrderStatus) =>
  vi.waitFor(async () => {
    const order = await orderOf(sessionId);
    expect(order?.status).toBe(status);
    expect(order).not.toHaveProperty('outbox');
  }, inTime);

/** Waits until the license file is issued and announced, which happens after the license was granted. */
const waitForLicenseFile = (sessionId: string) =>
  vi.waitFor(async () => {
    const order = await orderOf(sessionId);
    expect(order).toHaveProperty('licenseFile');
    expect(order).not.toHaveProperty('isLicenseUnannounced');
    return order;
  }, inTime);

async function expectLicense(person: Person, hasLicense: boolean): Promise<void> {
  expect((await person.call('me')).subscription.status).toBe(hasLicense ? 'active' : 'none');
  const groups = hasLicense ? ['paid'] : [];
  await vi.waitFor(async () => expect(await person.signInAgain()).toEqual({ groups }), inTime);
}

const waitForEmail = (person: Person, subject: RegExp) =>
  vi.waitFor(async () => {
    const subjects = (await mailsTo(siteUrl, person.email)).map((mail) => mail.subject);
    expect(subjects).toContainEqual(expect.stringMatching(subject));
  }, inTime);

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

test('creates one order and one license for a hundred concurrent deliveries of one event', {
  timeout: 120_000,
}, async () => {
  const deadBefore = await countDeadLetters();
  const { person, sessionId, url } = await startCheckout(paidRequest);
  await pay(url);
  const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(sessionId)));
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  await vi.waitFor(async () => expect(await cloud.listQueued()).toEqual([]), { timeout: 90_000 });

  const orders = (await readTable('DataOrders')).filter(({ userId }) => userId === person.userId);
  expect(orders.map(({ status, history }) => [status, history.length])).toEqual([['paid', 2]]);
  expect((await person.call('me')).subscription).toEqual({
    status: 'active',
    plan: 'lifetime',
    lastPaymentDate: orders[0]?.licensedAt,
  });
  await expectLicense(person, true);
  const receipts = (await mailsTo(siteUrl, person.email)).filter(({ subject }) => /license/.test(subject));
  expect(receipts).toHaveLength(1);
  expect(await countDeadLetters()).toBe(deadBefore);
});

test('changes nothing for an event about an unpaid session', async () => {
  const { person, sessionId } = await startCheckout();
  const before = await orderOf(sessionId);
  expect(before?.status).toBe('created');
  expect((await deliver(sessionId)).status).toBe(200);
  await vi.waitFor(async () => expect(await cloud.listQueued()).toEqual([]), inTime);
  expect(await orderOf(sessionId)).toEqual(before);
  await expectLicense(person, false);
});

describe('refunds and disputes', () => {
  test('revokes the license after a full refund, but not after a partial refund', async () => {
    const { person, sessionId } = await buy();
    const { id } = await chargeOf(sessionId);
    await play('refundPart', { id, amount: '9.00' });
    await waitForOrderStatus(sessionId, 'partlyRefunded');
    await waitForEmail(person, /refunded part/);
    await expectLicense(person, true);

    await play('refund', { id });
    await waitForOrderStatus(sessionId, 'refunded');
    await expectLicense(person, false);
    await waitForEmail(person, /refunded your payment to/);
    const [order] = (await person.call('myOrders')).orders;
    expect(order).toMatchObject({ orderId: sessionId, status: 'refunded', amountRefundedInCents: 4900 });
    expect(order?.history.map(({ status }) => status)).toEqual([
      'created',
      'paid',
      'partlyRefunded',
      'refunded',
    ]);
  });

  test('revokes the license after a lost dispute, and restores it when the dispute is won later', async () => {
    const { person, sessionId } = await buy();
    const { id } = await chargeOf(sessionId);
    await play('openDispute', { id });
    await waitForOrderStatus(sessionId, 'disputed');
    await expectLicense(person, true);

    const dispute = { id: await disputeOf(sessionId) };
    await play('loseDispute', dispute);
    await waitForOrderStatus(sessionId, 'disputeLost');
    await expectLicense(person, false);

    await play('winDispute', dispute);
    await waitForOrderStatus(sessionId, 'disputeWon');
    await expectLicense(person, true);
    await waitForEmail(person, /is back/);
  });

  test('refunds a second payment in another window automatically', async () => {
    const { person, sessionId, url } = await buy();
    const { port, hostname } = new URL(url);
    const stripe = new Stripe('sk_test_local', { host: hostname, port: Number(port), protocol: 'http' });
    const { metadata } = await stripe.checkout.sessions.retrieve(sessionId);
    const second = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price: paidRequest.priceId, quantity: 1 }],
      client_reference_id: person.userId,
      customer_email: person.email,
      metadata: metadata ?? {},
      success_url: paidRequest.success_url,
    });
    await pay(second.url ?? '');
    await waitForOrderStatus(second.id, 'refunded');
    expect(await orderOf(second.id)).toMatchObject({
      refundReason: 'duplicate',
      amountRefundedInCents: 4900,
    });
    expect(await person.call('confirmCheckout', { sessionId: second.id })).toEqual({
      status: 'refunded',
      refundReason: 'duplicate',
    });
    expect(await orderOf(sessionId)).toMatchObject({ status: 'paid' });
    await expectLicense(person, true);
    await waitForEmail(person, /second payment/);
    await expect(person.call('checkout', paidRequest)).rejects.toThrow(/409.*already have a license/);
  });
});

describe('a delayed payment', () => {
  async function payLater() {
    const started = await startCheckout(paidRequest);
    await pay(started.url, undefined, 'payLater');
    await waitForOrderStatus(started.sessionId, 'paymentPending');
    return started;
  }

  test('gives the license when the payment arrives, and prevents a second purchase until then', async () => {
    const { person, sessionId } = await payLater();
    await expectLicense(person, false);
    await expect(person.call('checkout', paidRequest)).rejects.toThrow(/409/);
    await play('settleLater', { id: sessionId });
    await waitForOrderStatus(sessionId, 'paid');
    await expectLicense(person, true);
  });

  test('gives no license when the bank declines it, and lets the buyer try again', async () => {
    const { person, sessionId } = await payLater();
    await play('failLater', { id: sessionId });
    await waitForOrderStatus(sessionId, 'failed');
    await expectLicense(person, false);
    expect((await person.call('checkout', paidRequest)).sessionId).not.toBe(sessionId);
  });
});

test('records an expired checkout, and does not list it as a purchase', async () => {
  const { person, sessionId } = await startCheckout(paidRequest);
  await play('expire', { id: sessionId });
  await waitForOrderStatus(sessionId, 'expired');
  expect((await person.call('myOrders')).orders).toEqual([]);
});

describe('while no event from Stripe arrives', () => {
  afterEach(() => play('release'));

  test('gives a returning buyer the license at once, and changes nothing when the event arrives', async () => {
    await play('hold');
    const { person, sessionId, url } = await startCheckout(paidRequest);
    expect(await person.call('confirmCheckout', { sessionId })).toEqual({ status: 'created' });
    await pay(url);
    expect(await isUndelivered(sessionId)).toBe(true);
    expect(await person.call('confirmCheckout', { sessionId })).toEqual({ status: 'paid' });
    await expectLicense(person, true);
    const order = await waitForLicenseFile(sessionId);
    await play('release');
    await vi.waitFor(async () => expect(await isUndelivered(sessionId)).toBe(false), inTime);
    await vi.waitFor(async () => expect(await cloud.listQueued()).toEqual([]), inTime);
    expect(await orderOf(sessionId)).toEqual(order);
  });

  test('does not let another user confirm the checkout', async () => {
    const { sessionId } = await startCheckout(paidRequest);
    const stranger = await registerPerson(siteUrl);
    const ask = (data: object) =>
      callOperation(siteUrl, 'confirmCheckout', { token: stranger.accessToken, data });
    const answers = [await ask({ sessionId }), await ask({ sessionId: 'cs_test_none' })];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    const [ofOtherUser, ofUnknownSession] = await Promise.all(answers.map((answer) => answer.text()));
    expect(ofOtherUser).toBe(ofUnknownSession);
    expect(JSON.parse(ofOtherUser ?? '')).toMatchObject({ error: { status: 'not-found' } });
  });

  test('skips checkouts with events of the last minutes in the reconciliation', async () => {
    await play('hold');
    const { sessionId, url } = await startCheckout(paidRequest);
    await pay(url);
    const response = await fetch(`${siteUrl}/__local/run/reconcile`, { method: 'POST', redirect: 'manual' });
    expect(response.status).toBe(303);
    await vi.waitFor(async () => expect(await cloud.listQueued()).toEqual([]), inTime);
    expect(await orderOf(sessionId)).toMatchObject({ status: 'created' });
  });
});
