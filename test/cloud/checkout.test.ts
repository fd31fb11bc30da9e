import { beforeEach, expect, test, vi } from 'vitest';
import { pay } from '../pay.ts';
import { type Person, registerPerson } from '../person.ts';
import { checkoutRequest, siteUrl } from './site.ts';

let person: Person;

beforeEach(async () => {
  person = await registerPerson(siteUrl);
});

const statusOf = async (url: string) => (await fetch(url)).status;

test('opens one session for five concurrent requests, such as a double click', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => person.call('checkout', checkoutRequest)),
  );
  expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(1);
});

test('returns the same open session after the buyer cancels', async () => {
  const first = await person.call('checkout', checkoutRequest);
  expect(await person.call('checkout', checkoutRequest)).toEqual(first);
});

test('opens another session for another referral code, and expires the first', async () => {
  const first = await person.call('checkout', checkoutRequest);
  const second = await person.call('checkout', { ...checkoutRequest, referralCode: 'another' });
  expect(second.sessionId).not.toBe(first.sessionId);
  expect(await statusOf(first.url)).toBe(410);
  const third = await person.call('checkout', checkoutRequest);
  expect([first.sessionId, second.sessionId]).not.toContain(third.sessionId);
  expect(await statusOf(third.url)).toBe(200);
});

test('refuses a second purchase, both before and after the license arrives', async () => {
  const { url } = await person.call('checkout', checkoutRequest);
  await pay(url);
  await expect(person.call('checkout', { ...checkoutRequest, referralCode: 'again' })).rejects.toThrow('409');
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), {
    timeout: 10_000,
  });
  await expect(person.call('checkout', checkoutRequest)).rejects.toThrow(/409.*already have a license/);
});
