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

test('what was requested right before a kill is finished after the next start', async () => {
  const { person: leaving } = await registerCustomer();
  // A fresh process has no instance of a function yet, so the kill comes before one has run.
  await cloud.restart();
  const { person, sessionId, url } = await startCheckout();
  await Promise.all([leaving.call('deleteAccountData'), pay(url)]);
  await cloud.kill();
  expect(await pendingDeliveries(), 'the kill came too late').not.toEqual([]);
  expect(
    (await isUndelivered(sessionId)) || (await pendingDeliveries()).length > 1,
    'the kill came too late to prove anything about the payment',
  ).toBe(true);

  await cloud.restart();
  await vi.waitFor(async () => expect(await goodbyesTo(leaving.email)).toHaveLength(1), inTime);
  expect(await tracesOf(leaving)).toEqual([]);
  expect(await isInPool(leaving)).toBe(false);
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), inTime);
  await vi.waitFor(async () => expect(await person.signInAgain()).toEqual({ groups: ['paid'] }), inTime);
}, 60_000);

test('the license arrives although the process was killed between webhook and settlement', async () => {
  await cloud.restart();
  const { person, url } = await startCheckout();
  await pay(url);
  await vi.waitFor(async () => expect(await pendingDeliveries()).not.toEqual([]), { ...inTime, interval: 1 });
  await cloud.kill();
  const [delivery] = await pendingDeliveries();
  expect(delivery, 'the kill came too late to prove anything').toBeDefined();

  await cloud.restart();
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), inTime);
}, 60_000);
