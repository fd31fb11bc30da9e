import { randomUUID } from 'node:crypto';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '../../contract/records/order.ts';
import { passOnLinkDays, passOnPauseDays } from '../../contract/rules/pass-on.ts';
import { auditStore } from '../domain/desk/audit-store.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { rateLimits } from '../domain/limits/rate-limits.ts';
import { passOnToken } from '../domain/mail/link-token.ts';
import { orderStore, type StoredOrder } from '../domain/orders/order-store.ts';
import { passOnStore } from '../domain/orders/pass-on-store.ts';
import { testFinishing } from '../domain/orders/test-finishing.ts';
import { paidOrder, refundedOrder } from '../domain/orders/test-orders.ts';
import { newUser } from '../domain/users/new-user.ts';
import { userStore } from '../domain/users/user-store.ts';
import { send } from '../platform/test-request.ts';
import { testSiteTables } from '../platform/test-site-tables.ts';
import { acceptLicense } from './accept-license.ts';
import { cancelOffer } from './cancel-offer.ts';
import { myOrders } from './my-orders.ts';
import { offerLicense } from './offer-license.ts';
import { reissueLicense } from './reissue-license.ts';

const { client, names } = testSiteTables('Orders', 'Users', 'Limits', 'Audit');
const bus = mockClient(EventBridgeClient);
const key = 'k'.repeat(32);
const finishing = testFinishing();
/** The account of the caller at Cognito. */
let account: { email: string; email_verified: string };
const audit = auditStore(client, names.Audit);
const passOns = passOnStore(client, names.Limits);
const orders = orderStore(client, names.Orders);
const users = userStore(client, names.Users);
const dependencies = {
  ...finishing,
  audit,
  limits: limitStore(client, names.Limits),
  orders,
  passOns,
  users,
  pool: {
    send: async () => ({
      UserAttributes: Object.entries(account).map(([Name, Value]) => ({ Name, Value })),
    }),
  },
  bus: { connect: async () => new EventBridgeClient({}), name: 'bus' },
  readLinkKey: async () => key,
  now: () => new Date(),
} as never;

const dayMs = 24 * 60 * 60 * 1000;
let ana: string;
let ben: string;
let orderId: string;
let anasAddress: string;
let bensAddress: string;

const addUser = (userId: string, email: string) =>
  client.send(new PutCommand({ TableName: names.Users, Item: newUser(userId, email, new Date(0)) }));

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(async () => {
  vi.clearAllMocks();
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
  [ana, ben, orderId] = [randomUUID(), randomUUID(), `cs_${randomUUID().replaceAll('-', '')}`];
  [anasAddress, bensAddress] = [`ana-${ana}@example.test`, `ben-${ben}@example.test`];
  account = { email: anasAddress, email_verified: 'true' };
  await addUser(ana, anasAddress);
});

/** Ana's paid order, whose license she holds. */
async function give(change: Partial<StoredOrder> = {}): Promise<void> {
  const order = paidOrder(orderId, {
    userId: ana,
    invoiceId: 'in_1',
    receiptUrl: 'https://stripe.test/r',
    country: 'DE',
    licenseFile: 'header.claims.signature',
    ...change,
  });
  const user = (await users.find(order.userId ?? '')) ?? (newUser(ana, anasAddress, new Date(0)) as never);
  await orders.save(order, undefined, [users.replaceLicenses(user, { [orderId]: order.licensedAt ?? '' })]);
}

const claimsOf = (sub: string, ageSeconds = 10) => ({
  sub,
  token_use: 'access',
  auth_time: Math.floor(Date.now() / 1000) - ageSeconds,
});
const offer = (email = bensAddress, { by = ana, passOnId = randomUUID() as string, ageSeconds = 10 } = {}) =>
  send(offerLicense(dependencies), {
    data: { orderId, email, passOnId },
    claims: claimsOf(by, ageSeconds),
  });
const tokenOf = (passOnId: string) => passOnToken.sign(key, { orderId, passOnId });
async function accept(passOnId: string, { by = ben, email = bensAddress, verified = 'true' } = {}) {
  account = { email, email_verified: verified };
  return send(acceptLicense(dependencies), { data: { token: tokenOf(passOnId) }, claims: claimsOf(by) });
}
/** Offers the license to Ben, and returns the id of the offer. */
async function offerToBen(passOnId: string = randomUUID()): Promise<string> {
  account = { email: anasAddress, email_verified: 'true' };
  expect(await offer(bensAddress, { passOnId })).toEqual({ statusCode: 200, result: {} });
  return passOnId;
}
const stored = async () => (await orders.find(orderId)) as StoredOrder;
const seenBy = async (userId: string): Promise<Order[]> =>
  (await send(myOrders(dependencies), { claims: claimsOf(userId) })).result.orders;
const licensesOf = async (userId: string) => Object.keys((await users.find(userId))?.licenses ?? {});

describe('offerLicense', () => {
  it('stores the offer, publishes it without the address, and shows it to the holder only', async () => {
    await give();
    const passOnId = await offerToBen();
    const [event] = bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries ?? [];
    expect(event).toMatchObject({ DetailType: 'PassOnRequested' });
    expect(JSON.parse(event?.Detail ?? '')).toMatchObject({ orderId, passOnId });
    expect(event?.Detail).not.toContain(bensAddress);
    const [order] = await seenBy(ana);
    expect(order?.offeredTo?.email).toBe(bensAddress);
    expect(Date.parse(order?.offeredTo?.until ?? '') - Date.now()).toBeGreaterThan(
      (passOnLinkDays - 0.1) * dayMs,
    );
    expect(await seenBy(ben)).toEqual([]);
  });

  it('answers the same for an address with an account, with a license, and without any', async () => {
    await give();
    await addUser(ben, bensAddress);
    const answers = [await offer(bensAddress), await offer(`nobody-${randomUUID()}@example.test`)];
    const [user] = [await users.find(ben)];
    if (user)
      await orders.save(paidOrder(`cs_${ben.replaceAll('-', '')}`, { userId: ben }), undefined, [
        users.replaceLicenses(user, { cs_9: '2026-01-01T00:00:00.000Z' }),
      ]);
    answers.push(await offer(bensAddress));
    expect(answers).toEqual(answers.map(() => ({ statusCode: 200, result: {} })));
  });

  it.each([
    ['the same', () => anasAddress],
    ['in other letters', () => anasAddress.toUpperCase()],
    ['with a tag', () => anasAddress.replace('@', '+friend@')],
  ])('refuses the own address, %s', async (_, email) => {
    await give();
    expect(await offer(email())).toMatchObject({ statusCode: 400 });
    expect((await seenBy(ana))[0]).not.toHaveProperty('offeredTo');
  });

  it('refuses another spelling of the own mailbox at Gmail', async () => {
    await give();
    account = { email: 'ana.lume@gmail.com', email_verified: 'true' };
    expect(await offer('AnaLume+x@googlemail.com')).toMatchObject({ statusCode: 400 });
  });

  it('refuses what is no address, and stores nothing', async () => {
    await give();
    expect(await offer('ben')).toMatchObject({ statusCode: 400 });
  });

  it('needs a sign-in of the last five minutes', async () => {
    await give();
    expect(await offer(bensAddress, { ageSeconds: 301 })).toMatchObject({ statusCode: 403 });
  });

  const soon = new Date(Date.now() - 5 * dayMs).toISOString();
  it.each<[string, Partial<StoredOrder>, number]>([
    ['of another person', { userId: 'user-9' }, 404],
    ['that was refunded', { status: 'refunded' }, 404],
    ['whose refund is due', { refundReason: 'requested' }, 404],
    ['that is disputed', { status: 'disputed' }, 409],
    [
      'that the bank inquires about',
      {
        dispute: {
          disputeId: 'd',
          reason: 'general',
          amountInCents: 4900,
          currency: 'usd',
          isInquiry: true,
          needsEvidence: true,
        },
      },
      409,
    ],
    ['with a refund by the team under way', { deskRefund: { actionId: 'a', isOpen: true } }, 409],
    ['that is still being settled', { outbox: [] }, 409],
    [
      'with a stated withdrawal',
      { createdAt: soon, licensedAt: soon, withdrawalStatedAt: new Date(Date.now() - dayMs).toISOString() },
      409,
    ],
    ['that moved a moment ago', { passedOnAt: new Date().toISOString() }, 409],
  ])('refuses an order %s', async (_, change, statusCode) => {
    await orders.save(paidOrder(orderId, { userId: ana, ...change }), undefined, []);
    const answer = await offer();
    expect(answer).toMatchObject({ statusCode });
    expect(answer.error.message).toMatch(/\.$/);
    expect(bus.calls()).toEqual([]);
  });

  it('sends a limited number of emails, also to one mailbox of many holders', async () => {
    // The limit is for a day, which must not end during the test.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12) });
    await give();
    for (let sent = 0; sent < rateLimits.offerLicense.calls; sent++) await offerToBen();
    expect(await offer(`other-${randomUUID()}@example.test`)).toMatchObject({ statusCode: 429 });
    const carla = randomUUID();
    const first = await stored();
    await orders.save({ ...first, userId: carla, version: first.version + 1 }, first.version, []);
    const answer = await offer(bensAddress.replace('@', '+tag@'), { by: carla });
    expect(answer).toMatchObject({ statusCode: 429 });
    expect(answer.error.message).toContain(rateLimits.offerLicense.refusal);
  });
});

describe('cancelOffer', () => {
  const cancel = (by: string) => send(cancelOffer(dependencies), { data: { orderId }, claims: claimsOf(by) });

  it('ends the offer, and can be repeated', async () => {
    await give();
    const passOnId = await offerToBen();
    for (let repeated = 0; repeated < 2; repeated++)
      expect(await cancel(ana)).toEqual({ statusCode: 200, result: {} });
    expect((await seenBy(ana))[0]).not.toHaveProperty('offeredTo');
    expect(await accept(passOnId)).toMatchObject({ statusCode: 404 });
    expect(await licensesOf(ben)).toEqual([]);
  });

  it('refuses everybody else', async () => {
    await give();
    const passOnId = await offerToBen();
    expect(await cancel(ben)).toMatchObject({ statusCode: 404 });
    expect(await accept(passOnId)).toMatchObject({ statusCode: 200 });
  });
});

describe('acceptLicense', () => {
  it('moves the license with its order, and asks for everything that follows', async () => {
    await give({ giftFrom: 'Aunt May' });
    const passOnId = await offerToBen();
    expect(await accept(passOnId)).toEqual({ statusCode: 200, result: {} });
    const order = await stored();
    expect(order).toMatchObject({
      userId: ben,
      buyerId: ana,
      invoiceId: 'in_1',
      reissues: { count: 1, at: order.passedOnAt, requestId: passOnId },
      version: 3,
    });
    for (const field of ['licenseFile', 'outbox', 'giftFrom']) expect(order).not.toHaveProperty(field);
    expect(order.history.at(-1)).toMatchObject({ status: 'paid', cause: 'passOn', at: order.passedOnAt });
    expect(await licensesOf(ana)).toEqual([]);
    expect((await users.find(ana))?.subscription.status).toBe('none');
    expect((await users.find(ben))?.licenses).toEqual({ [orderId]: order.passedOnAt });
    expect(finishing.requestGroupSync.mock.calls.flat().sort()).toEqual([ana, ben].sort());
    expect(finishing.publishUserChanged.mock.calls.flat().sort()).toEqual([ana, ben].sort());
    expect(finishing.requestLicense).toHaveBeenCalledExactlyOnceWith(orderId);
    expect(finishing.publishLicenseChanged).toHaveBeenCalledExactlyOnceWith({
      orderId,
      userId: ana,
      change: 'passedOn',
      idempotencyKey: '3',
    });
    const entriesOf = async (value: string) =>
      (await audit.find({ by: 'person', value })).map(({ action, actorId, outcome, ...entry }) => [
        action,
        actorId,
        outcome,
        entry.orderId,
      ]);
    expect(await entriesOf(ana)).toEqual([['passOn', 'holder', 'done', orderId]]);
    expect(await entriesOf(ben)).toEqual([['receive', 'holder', 'done', orderId]]);
  });

  it('shows the purchase to the buyer, and only a gift to the new holder', async () => {
    await give();
    await accept(await offerToBen());
    const [bought, others] = await seenBy(ana);
    expect(others).toBeUndefined();
    expect(bought).toMatchObject({ isPassedOn: true, invoiceId: 'in_1', amountInCents: 4900, country: 'DE' });
    expect(bought).not.toHaveProperty('licenseFile');
    const [held] = await seenBy(ben);
    expect(held).toMatchObject({ source: 'gift', amountInCents: 0, status: 'free' });
    const text = JSON.stringify(held);
    for (const secret of ['in_1', '4900', 'stripe.test', 'DE', ana, 'paid'])
      expect(text).not.toContain(secret);
  });

  it('succeeds when it is repeated, twice at once or after an interruption', async () => {
    await give();
    const passOnId = await offerToBen();
    finishing.requestLicense.mockRejectedValueOnce(new Error('away'));
    expect(await accept(passOnId)).toMatchObject({ statusCode: 500 });
    const both = await Promise.all([accept(passOnId), accept(passOnId)]);
    expect(both).toEqual(both.map(() => ({ statusCode: 200, result: {} })));
    expect((await stored()).reissues?.count).toBe(1);
    expect(await stored()).not.toHaveProperty('outbox');
    const keys = finishing.publishLicenseChanged.mock.calls.map((call) => JSON.stringify(call));
    expect(new Set(keys).size).toBe(1);
  });

  it('lets one person accept when two have links, because the last offer replaces the earlier one', async () => {
    await give();
    const first = await offerToBen();
    const carla = { by: randomUUID() as string, email: `carla-${randomUUID()}@example.test` };
    account = { email: anasAddress, email_verified: 'true' };
    const passOnId = randomUUID();
    await offer(carla.email, { passOnId });
    expect(await accept(first)).toMatchObject({ statusCode: 404 });
    expect(await accept(passOnId, carla)).toMatchObject({ statusCode: 200 });
    expect((await stored()).userId).toBe(carla.by);
  });

  it.each([
    ['another account', { email: 'mallory@example.test' }, 403],
    ['an account whose address is not confirmed', { verified: 'false' }, 403],
  ])('refuses %s with the link', async (_, who, statusCode) => {
    await give();
    const passOnId = await offerToBen();
    expect(await accept(passOnId, who)).toMatchObject({ statusCode });
    expect((await stored()).userId).toBe(ana);
  });

  it('accepts another spelling of the address', async () => {
    await give();
    const passOnId = await offerToBen();
    expect(await accept(passOnId, { email: bensAddress.toUpperCase() })).toMatchObject({ statusCode: 200 });
  });

  it('refuses a person who has a license, and says so only there', async () => {
    await give();
    await addUser(ben, bensAddress);
    const user = await users.find(ben);
    if (user)
      await orders.save(paidOrder(`cs_${ben.replaceAll('-', '')}`, { userId: ben }), undefined, [
        users.replaceLicenses(user, { cs_9: '2026-01-01T00:00:00.000Z' }),
      ]);
    const answer = await accept(await offerToBen());
    expect(answer).toMatchObject({ statusCode: 409, error: { message: /already has a license/ } });
    expect((await stored()).userId).toBe(ana);
    expect((await seenBy(ana))[0]?.offeredTo?.email).toBe(bensAddress);
  });

  it('refuses its own holder, who has taken the address since', async () => {
    await give();
    const passOnId = await offerToBen();
    expect(await accept(passOnId, { by: ana })).toMatchObject({ statusCode: 409 });
    expect((await stored()).userId).toBe(ana);
  });

  it('refuses a damaged link, and one that we signed for another purpose', async () => {
    const [payload, signature = ''] = tokenOf(randomUUID()).split('.');
    for (const token of [`${payload}.${signature.slice(1)}`, 'abc.def'])
      expect(
        await send(acceptLicense(dependencies), { data: { token }, claims: claimsOf(ben) }),
      ).toMatchObject({ statusCode: 400 });
  });

  it.each<[string, (order: StoredOrder) => StoredOrder]>([
    ['was disputed', (order) => ({ ...order, status: 'disputed' })],
    [
      'was withdrawn',
      (order) => ({ ...order, withdrawnAt: '2026-11-28T12:00:00.000Z', refundReason: 'withdrawn' }),
    ],
    ['was refunded', () => refundedOrder(orderId, { userId: ana })],
    ['moved to another account', (order) => ({ ...order, userId: 'user-9' })],
    ['is being settled', (order) => ({ ...order, outbox: [] })],
  ])('refuses an order that %s since the offer', async (_, change) => {
    await give();
    const passOnId = await offerToBen();
    const order = await stored();
    await orders.save({ ...change(order), version: order.version + 1 }, order.version, []);
    const answer = await accept(passOnId);
    expect([404, 409]).toContain(answer.statusCode);
    expect((await stored()).userId).toBe(change(order).userId);
    expect(await licensesOf(ben)).toEqual([]);
  });

  it('refuses an offer of an earlier holder, whose license the team has moved', async () => {
    await give();
    const passOnId = await offerToBen();
    const carla = randomUUID();
    await addUser(carla, `carla-${carla}@example.test`);
    const [order, user] = [await stored(), await users.find(carla)];
    const passedOnAt = '2026-01-01T00:00:00.000Z';
    await orders.save(
      { ...order, userId: carla, buyerId: ana, passedOnAt, version: order.version + 1 },
      order.version,
      user ? [users.replaceLicenses(user, { [orderId]: passedOnAt })] : [],
    );
    expect(await accept(passOnId)).toMatchObject({ statusCode: 404 });
    expect((await stored()).userId).toBe(carla);
  });

  it('refuses an offer after the account of its holder was deleted', async () => {
    await give();
    const passOnId = await offerToBen();
    await users.remove(ana, undefined, new Date());
    expect(await accept(passOnId)).toMatchObject({ statusCode: 404 });
    expect((await stored()).userId).toBe(ana);
  });

  it('keeps the buyer of a license that moves on, and lets it come back after the pause', async () => {
    await give();
    await accept(await offerToBen());
    await orders.saveLicense(await stored(), 'header.claims.signature', false);
    account = { email: bensAddress, email_verified: 'true' };
    const tooSoon = await offer(anasAddress, { by: ben });
    expect(tooSoon).toMatchObject({ statusCode: 409, error: { message: /less than 30 days ago/ } });
    const passedOnAt = new Date(Date.now() - passOnPauseDays * dayMs - 1000).toISOString();
    const order = await stored();
    await orders.save({ ...order, passedOnAt, version: order.version + 1 }, order.version, []);
    const passOnId = randomUUID();
    expect(await offer(anasAddress, { by: ben, passOnId })).toMatchObject({ statusCode: 200 });
    expect(await accept(passOnId, { by: ana, email: anasAddress })).toMatchObject({ statusCode: 200 });
    expect(await stored()).toMatchObject({ userId: ana, buyerId: ana, reissues: { count: 2 } });
    expect(await seenBy(ana)).toMatchObject([{ invoiceId: 'in_1', amountInCents: 4900 }]);
    expect((await seenBy(ana))[0]).not.toHaveProperty('isPassedOn');
    expect(await seenBy(ben)).toEqual([]);
  });
});

describe('reissueLicense', () => {
  it('changes nothing for a late retry of an earlier request', async () => {
    await give();
    const reissue = (requestId: string) =>
      send(reissueLicense(dependencies), { data: { orderId, requestId }, claims: claimsOf(ana) });
    const [first, second] = [randomUUID(), randomUUID()];
    for (const requestId of [first, second]) expect(await reissue(requestId)).toMatchObject({ result: {} });
    const order = await stored();
    expect(order.reissues).toMatchObject({ count: 2, requestId: second });
    expect(await reissue(first)).toMatchObject({ statusCode: 409 });
    expect(await stored()).toEqual(order);
  });
});
