import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { readIfThere } from '../../../local/files/read-if-there.ts';
import { pay } from '../../pay.ts';
import { mailsTo, registerPerson } from '../../person.ts';
import { deletionEmailsTo, isInUserPool, registerCustomer, tablesWithDataOf } from '../customer.ts';
import { isUndelivered } from '../play-stripe.ts';
import { checkoutRequest, countDeadLetters, ownCloud, siteUrl, waitUntilQuiet } from '../site.ts';

const cloud = ownCloud();
const inTime = { timeout: 20_000 };

async function startCheckout() {
  const person = await registerPerson(siteUrl);
  return { person, ...(await person.call('checkout', checkoutRequest)) };
}

/** Whether an event or a message that contains a text has not been handled yet. */
async function isPending(text: string): Promise<boolean> {
  const queues = join(cloud.dir, 'queues');
  for (const queue of await readdir(queues)) {
    for (const name of await readdir(join(queues, queue))) {
      const content = await readIfThere(join(queues, queue, name));
      if (content?.includes(text)) return true;
    }
  }
  return false;
}

test('finishes a deletion and a purchase after a restart when the process was killed right after the requests', async () => {
  const { person: leaving } = await registerCustomer();
  await waitUntilQuiet();
  // A new process has no instance of a function yet, so the kill comes before one has run.
  await cloud.restart();
  const { person, sessionId, url } = await startCheckout();
  await Promise.all([leaving.call('deleteAccountData'), pay(url)]);
  await cloud.kill();
  expect(await isPending(leaving.userId), 'the kill came too late for the deletion').toBe(true);
  expect(
    (await isUndelivered(sessionId)) || (await isPending(sessionId)),
    'the kill came too late for the payment',
  ).toBe(true);

  await cloud.restart();
  await vi.waitFor(async () => expect(await deletionEmailsTo(leaving.email)).toHaveLength(1), inTime);
  expect(await tablesWithDataOf(leaving)).toEqual([]);
  expect(await isInUserPool(leaving)).toBe(false);
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), inTime);
  await vi.waitFor(async () => expect(await person.signInAgain()).toEqual({ groups: ['paid'] }), inTime);
}, 60_000);

test('grants the license after the process was killed between webhook and settlement', async () => {
  await cloud.restart();
  const { person, sessionId, url } = await startCheckout();
  await pay(url);
  await vi.waitFor(async () => expect(await isPending(sessionId)).toBe(true), { ...inTime, interval: 1 });
  await cloud.kill();
  expect(await isPending(sessionId), 'the kill came too late').toBe(true);

  await cloud.restart();
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), inTime);
}, 60_000);

test.each([20, 160])(
  'issues one license file and at most one receipt when the process was killed %i ms after the payment',
  async (delayMs) => {
    const { person, url } = await startCheckout();
    const deadLettersBefore = await countDeadLetters('mailer');
    await pay(url);
    await wait(delayMs);
    await cloud.kill();
    await cloud.restart();
    const licenseFile = await vi.waitFor(async () => {
      const [order] = (await person.call('myOrders')).orders;
      return order?.licenseFile ?? expect.fail('The license file is missing.');
    }, inTime);
    await waitUntilQuiet();
    const receipts = (await mailsTo(siteUrl, person.email)).filter(
      ({ subject }) => subject === 'Your Lorewright license',
    );
    // A kill while the receipt is being sent leaves a dead letter, because the result of the call to SES is unknown.
    const deadLetters = (await countDeadLetters('mailer')) - deadLettersBefore;
    expect(receipts.length).toBeLessThanOrEqual(1);
    expect(receipts.length + deadLetters).toBeGreaterThanOrEqual(1);
    for (const { id } of receipts) {
      const attachment = await fetch(`${siteUrl}/__local/mail/${id}/attachments/0`);
      expect(await attachment.text()).toBe(licenseFile);
    }
  },
  60_000,
);
