import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { registerPerson } from '../../person.ts';
import { goodbyesTo, isInPool, registerCustomer, tracesOf } from '../customer.ts';
import { isUndelivered } from '../play-stripe.ts';
import { checkoutRequest, ownCloud, pay, siteUrl } from '../site.ts';

const cloud = ownCloud();
const inTime = { timeout: 20_000 };
const pendingDeliveries = () => readdir(join(cloud.dir, 'events/pending'));

async function startCheckout() {
  const person = await registerPerson(siteUrl);
  return { person, ...(await person.call('checkout', checkoutRequest)) };
}

test('a deletion is finished although the process was killed right after it was requested', async () => {
  const { person } = await registerCustomer();
  // A fresh process has no instance of the function yet, so the kill comes before it has run.
  await cloud.restart();
  await person.call('deleteAccountData');
  await cloud.kill();
  expect(await readdir(join(cloud.dir, 'events/pending')), 'the kill came too late').not.toEqual([]);

  await cloud.restart();
  await vi.waitFor(async () => expect(await goodbyesTo(person.email)).toHaveLength(1), inTime);
  expect(await tracesOf(person)).toEqual([]);
  expect(await isInPool(person)).toBe(false);
}, 60_000);

test('the license arrives although the process was killed right after the payment', async () => {
  // A fresh process has no instance of the function yet, so the kill comes before it has run.
  await cloud.restart();
  const { person, sessionId, url } = await startCheckout();
  await pay(url);
  await cloud.kill();
  expect(
    (await isUndelivered(sessionId)) || (await pendingDeliveries()).length > 0,
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
