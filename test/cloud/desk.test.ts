import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type DeskOperationName, deskRoutes } from '../../contract/operations/desk-routes.ts';
import { deskRequests } from '../desk-requests.ts';
import { pay } from '../pay.ts';
import { callOperation, mailsTo, type Person, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { chargeOf, play } from './play-stripe.ts';
import { checkoutRequest, readTable, siteUrl } from './site.ts';

const inTime = { timeout: 20_000 };
let admin: Person;
let buyer: Person;
let orderId: string;

beforeAll(async () => {
  [admin, buyer] = await Promise.all([registerAdmin(siteUrl), registerPerson(siteUrl)]);
  const { sessionId, url } = await buyer.call('checkout', {
    ...checkoutRequest,
    priceId: 'price_local_lifetime',
  });
  orderId = sessionId;
  await pay(url);
  await vi.waitFor(async () => expect(await licenseMails()).toHaveLength(1), inTime);
});

const licenseMails = async () =>
  (await mailsTo(siteUrl, buyer.email)).filter(({ subject }) => subject === 'Your Lorewright license');

// lambdas/desk/serve-desk.test.ts refuses a buyer, and test/cloud/bad-input.test.ts calls every operation as nobody.
const callers: [string, () => Promise<string>, 403 | 'no refusal', object | undefined][] = [
  ['a user', async () => (await registerPerson(siteUrl)).accessToken, 403, { missing: 'group' }],
  [
    'an admin without a second factor',
    async () => (await registerAdmin(siteUrl, { hasFactor: false })).accessToken,
    403,
    { missing: 'second factor' },
  ],
  ['an admin', async () => admin.accessToken, 'no refusal', undefined],
];

/** The person of a successful request, who is new if the request changes the account. */
const subjectOf = async (name: DeskOperationName): Promise<{ userId: string; email: string }> =>
  ofAccounts.has(name) ? registerPerson(siteUrl) : buyer;

const ofAccounts: ReadonlySet<DeskOperationName> = new Set([
  'deskSignOut',
  'deskResendConfirmation',
  'deskTurnOffFactor',
  'deskDeleteAccount',
]);

describe.each(callers)('%s', (_, readToken, status, details) => {
  test(`gets ${status} from every operation of the desk`, async () => {
    const token = await readToken();
    const feedbackId = randomUUID();
    await buyer.call('feedback', { feedbackId, type: 'An idea', content: 'A compass on the map.' });
    for (const name of Object.keys(deskRoutes) as DeskOperationName[]) {
      const { userId, email } = status === 'no refusal' ? await subjectOf(name) : buyer;
      const data = deskRequests({ userId, email, orderId, feedbackId })[name];
      const response = await callOperation(siteUrl, name, { token, data });
      if (status === 'no refusal') expect([200, 400, 404, 409], name).toContain(response.status);
      else expect(response.status, name).toBe(status);
      if (details) expect(await response.json()).toMatchObject({ error: { details } });
    }
    // The first caller starts every function of the desk.
  }, 60_000);
});

describe('the desk', () => {
  test.each([
    ['the beginning of an address', () => buyer.email.slice(0, 20).toUpperCase(), 'email'],
    ['a user id', () => buyer.userId, 'userId'],
    ['an order', () => orderId, 'order'],
    ['a payment', async () => String((await chargeOf(orderId)).payment_intent), 'payment'],
    ['a referral code', async () => (await buyer.call('myReferrals')).code, 'referralCode'],
  ])('finds a person by %s', async (_, query, matched) => {
    const { people } = await admin.call('deskFind', { query: await query() });
    expect(people).toEqual([expect.objectContaining({ matched, userId: buyer.userId, email: buyer.email })]);
  });

  test('finds no person by an unknown text', async () => {
    for (const query of ['nobody-has-this@', 'cs_none', randomUUID(), 'no-code-of-anybody'])
      expect(await admin.call('deskFind', { query })).toEqual({ people: [] });
  });

  test('shows a person with the timeline of the orders', async () => {
    const person = await admin.call('deskPerson', { userId: buyer.userId });
    expect(person).toMatchObject({
      account: { email: buyer.email, status: 'CONFIRMED', isEmailVerified: true, hasSecondFactor: false },
      user: { subscription: { status: 'active' } },
      orders: [{ orderId, status: 'paid' }],
    });
    expect(person.orders[0]?.history[0]).toMatchObject({ status: 'created', cause: 'checkout' });
  });

  test('sends a license again once for repeated requests', async () => {
    const before = (await licenseMails()).length;
    const action = { actionId: randomUUID(), orderId, reason: 'Lost the file.' };
    await admin.call('deskMailLicense', action);
    await admin.call('deskMailLicense', action);
    await vi.waitFor(async () => expect(await licenseMails()).toHaveLength(before + 1), inTime);
    const entries = await entriesOf(action.actionId);
    expect(entries.map(({ outcome }) => outcome).sort()).toEqual(['done', 'requested']);
    expect(entries[0]).toMatchObject({
      actorId: admin.userId,
      personId: buyer.userId,
      orderId,
      reason: 'Lost the file.',
    });
    expect(JSON.stringify(entries)).not.toContain(buyer.email);
  });

  test('reads the order from Stripe again, and records the state before and after', async () => {
    await play('hold');
    await play('refund', { id: (await chargeOf(orderId)).id });
    const action = { actionId: randomUUID(), orderId, reason: 'The buyer asks.' };
    expect(await admin.call('deskSettle', action)).toEqual({ status: 'refunded' });
    const done = (await entriesOf(action.actionId)).find(({ outcome }) => outcome === 'done');
    expect(done).toMatchObject({ before: 'paid', after: 'refunded' });
    expect((await readTable('DataOrders')).find((order) => order.orderId === orderId)?.status).toBe(
      'refunded',
    );
    await play('release');
  });

  test('keeps a note, which the export of the person contains', async () => {
    const actionId = randomUUID();
    await admin.call('deskNote', { actionId, userId: buyer.userId, note: 'Prefers emails in the evening.' });
    const { audit } = await admin.call('deskPerson', { userId: buyer.userId });
    expect(audit[0]).toMatchObject({ auditId: actionId, reason: 'Prefers emails in the evening.' });
    const { team } = await buyer.call('exportMyData');
    expect(team).toContainEqual(expect.objectContaining({ reason: 'Prefers emails in the evening.' }));
    expect(JSON.stringify(team)).not.toContain(admin.userId);
  });

  test('lists what an admin did on a day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { entries } = await admin.call('deskAudit', { by: 'day', value: today });
    const own = await admin.call('deskAudit', { by: 'actor', value: admin.userId });
    expect(own.entries.length).toBeGreaterThan(0);
    expect(entries.filter(({ actorId }) => actorId === admin.userId)).toEqual(own.entries);
  });
});

async function entriesOf(actionId: string) {
  const { entries } = await admin.call('deskAudit', { by: 'person', value: buyer.userId });
  return entries.filter(({ auditId }) => auditId === actionId);
}
