import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { pay } from '../pay.ts';
import { callOperation, mailsTo, type Person, register, registerPerson } from '../person.ts';
import { checkoutRequest, readTable, siteUrl } from './site.ts';

const inTime = { timeout: 15_000 };
const lifetimeRequest = { ...checkoutRequest, priceId: 'price_local_lifetime' };

const visit = (referralCode: string) =>
  callOperation(siteUrl, 'referralImpression', { data: { referralCode } });

const itemsOf = async (referralCode: string) =>
  (await readTable('DataReferrals')).filter(({ code }) => code === referralCode);

/** The counts of this month for the referral code of a person. */
async function countsOf(person: Person) {
  const { months } = await person.call('myReferrals');
  const [thisMonth] = months.slice(-1);
  if (!thisMonth) throw new Error('myReferrals returned no month.');
  const { month: _, ...counts } = thisMonth;
  return counts;
}

async function buy(person: Person, referralCode: string) {
  const { sessionId, url } = await person.call('checkout', { ...lifetimeRequest, referralCode });
  await pay(url);
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), inTime);
  return { sessionId, stripe: stripeAt(url) };
}

/** A client of the Stripe fake, for the team's actions in the Dashboard. */
function stripeAt(checkoutUrl: string): Stripe {
  const { hostname, port } = new URL(checkoutUrl);
  return new Stripe('sk_test_local', { protocol: 'http', host: hostname, port });
}

/** Registers in a browser that has stored a referral code. */
async function registerWithCode(referralCode: string): Promise<string> {
  const email = `${crypto.randomUUID()}@example.test`;
  await register(siteUrl, email, { referralCode });
  return email;
}

const waitForWelcome = (email: string) =>
  vi.waitFor(async () => {
    const subjects = (await mailsTo(siteUrl, email)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringMatching(/^Welcome/));
  }, inTime);

test('gives each user one code for repeated and concurrent requests', async () => {
  const person = await registerPerson(siteUrl);
  const answers = await Promise.all(Array.from({ length: 10 }, () => person.call('myReferrals')));
  const [code = ''] = new Set(answers.map((answer) => answer.code));
  expect(new Set(answers.map((answer) => answer.code)).size).toBe(1);
  const owned = (await readTable('DataReferrals')).filter((item) => 'userId' in item);
  expect(owned.filter((item) => 'userId' in item && item.userId === person.userId)).toHaveLength(1);
  expect(await itemsOf(code)).toEqual([{ code, sortKey: 'owner', userId: person.userId }]);
  expect(answers[0]?.months).toHaveLength(12);
  expect(await countsOf(person)).toEqual({ impressions: 0, signUps: 0, licenses: 0 });
});

test('counts all visits with an existing code, and returns the same response for an unknown code without storing it', async () => {
  const person = await registerPerson(siteUrl);
  const { code } = await person.call('myReferrals');
  const known = await Promise.all(Array.from({ length: 20 }, () => visit(code)));
  const unknown = await visit('nobodys-code');
  const [first] = known;
  expect([unknown.status, await unknown.text()]).toEqual([first?.status, await first?.text()]);
  expect(await countsOf(person)).toEqual({ impressions: 20, signUps: 0, licenses: 0 });
  expect(await itemsOf('nobodys-code')).toEqual([]);
});

test('counts an account that was created through the link once', async () => {
  const person = await registerPerson(siteUrl);
  const { code } = await person.call('myReferrals');
  await registerWithCode(code);
  await vi.waitFor(
    async () => expect(await countsOf(person)).toEqual({ impressions: 0, signUps: 1, licenses: 0 }),
    inTime,
  );

  for (const other of ['nobodys-code', '<script>']) await waitForWelcome(await registerWithCode(other));
  expect((await countsOf(person)).signUps).toBe(1);
  expect(await itemsOf('nobodys-code')).toEqual([]);
});

test('counts the purchase of a referred user until it is fully refunded', async () => {
  const person = await registerPerson(siteUrl);
  const { code } = await person.call('myReferrals');
  const friend = await registerPerson(siteUrl);
  const { sessionId, stripe } = await buy(friend, code);
  expect((await countsOf(person)).licenses).toBe(1);
  // The item identifies the order, and contains nothing else about the friend.
  expect(JSON.stringify(await itemsOf(code))).not.toMatch(new RegExp(`${friend.userId}|${friend.email}`));

  const { payment_intent: payment } = await stripe.checkout.sessions.retrieve(sessionId);
  await stripe.refunds.create({ payment_intent: String(payment), amount: 1000 });
  await vi.waitFor(async () => {
    const [order] = (await friend.call('myOrders')).orders;
    expect(order?.status).toBe('partlyRefunded');
  }, inTime);
  expect((await countsOf(person)).licenses).toBe(1);

  await stripe.refunds.create({ payment_intent: String(payment) });
  await vi.waitFor(async () => expect((await countsOf(person)).licenses).toBe(0), inTime);
  expect((await itemsOf(code)).filter(({ sortKey }) => sortKey.startsWith('conversion#'))).toEqual([
    expect.objectContaining({ sortKey: `conversion#${sessionId}`, isLicensed: false }),
  ]);
});

test('does not count a purchase with the buyer’s own code', async () => {
  const person = await registerPerson(siteUrl);
  const { code } = await person.call('myReferrals');
  await buy(person, code);
  expect((await countsOf(person)).licenses).toBe(0);
  expect(await itemsOf(code)).toHaveLength(1);
});

test('exports the code and its counts, and nothing about the referred users', async () => {
  const person = await registerPerson(siteUrl);
  const { code } = await person.call('myReferrals');
  await visit(code);
  const friend = await registerPerson(siteUrl);
  const { sessionId } = await buy(friend, code);
  const data = await person.call('exportMyData');
  expect(data.user.referralCode).toBe(code);
  expect(data.referrals).toEqual([expect.objectContaining({ impressions: 1, signUps: 0, licenses: 1 })]);
  expect(data.conversions).toEqual([{ licensedAt: expect.stringMatching(/^\d{4}-/), isLicensed: true }]);
  expect(JSON.stringify(data)).not.toContain(sessionId);
});

test('removes the code with the account, and counts nothing afterwards, even for a checkout that was already open', async () => {
  const person = await registerPerson(siteUrl);
  const { code } = await person.call('myReferrals');
  await visit(code);
  const friend = await registerPerson(siteUrl);
  const { url } = await friend.call('checkout', { ...lifetimeRequest, referralCode: code });
  await person.call('deleteAccountData');
  await vi.waitFor(async () => {
    const subjects = (await mailsTo(siteUrl, person.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your Lorewright account is deleted');
  }, inTime);
  expect(await itemsOf(code)).toEqual([]);

  // The access token has not expired yet.
  await expect(person.call('myReferrals')).rejects.toThrow('401');
  expect((await visit(code)).status).toBe(200);
  await pay(url);
  await vi.waitFor(async () => expect((await friend.call('me')).subscription.status).toBe('active'), inTime);
  expect(await itemsOf(code)).toEqual([]);
});
