import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { mailsTo, type Person, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { buy } from './customer.ts';
import { readTable, siteUrl } from './site.ts';

const inTime = { timeout: 20_000 };
let admin: Person;

beforeAll(async () => {
  admin = await registerAdmin(siteUrl);
});

const action = (reason = 'The buyer asks.') => ({ actionId: randomUUID(), reason });

async function buyer(): Promise<{ person: Person; orderId: string }> {
  const person = await registerPerson(siteUrl);
  const orderId = await buy(person, 'lifetime');
  await vi.waitFor(
    async () => expect((await person.call('myOrders')).orders[0]?.licenseFile).toBeDefined(),
    inTime,
  );
  return { person, orderId };
}

/** The order at the desk, once its outbox is empty. */
const orderOf = ({ userId }: Person) =>
  vi.waitFor(async () => {
    const [order] = (await admin.call('deskPerson', { userId })).orders;
    if (!order) throw new Error('There is no order.');
    const stored = (await readTable('DataOrders')).find(({ orderId }) => orderId === order.orderId);
    expect(stored).not.toHaveProperty('outbox');
    expect(stored).not.toHaveProperty('isLicenseUnannounced');
    return order;
  }, inTime);

const entriesOf = async ({ userId }: Person, actionId: string) =>
  (await admin.call('deskAudit', { by: 'person', value: userId })).entries.filter(
    ({ auditId }) => auditId === actionId,
  );

const subjectsTo = async ({ email }: Person) => (await mailsTo(siteUrl, email)).map(({ subject }) => subject);

describe('deskRefund', () => {
  it('refunds a part, keeps the license, and records both moments', async () => {
    const { person, orderId } = await buyer();
    const {
      history: { length: seen },
    } = await orderOf(person);
    const refund = { ...action(), orderId, seen, amountInCents: 1000 };
    expect(await admin.call('deskRefund', refund)).toEqual({ status: 'partlyRefunded' });
    // A repeated request is the same refund.
    expect(await admin.call('deskRefund', refund)).toEqual({ status: 'partlyRefunded' });
    expect(await orderOf(person)).toMatchObject({ amountRefundedInCents: 1000 });
    expect((await person.call('me')).subscription.status).toBe('active');
    const entries = await entriesOf(person, refund.actionId);
    expect(entries.map(({ outcome }) => outcome).sort()).toEqual(['done', 'requested']);
    expect(entries[0]).toMatchObject({
      before: 'paid, $0.00 of $49.00 refunded',
      after: 'partlyRefunded, $10.00 of $49.00 refunded',
    });
  });

  it('refunds everything, ends the license, and notifies the buyer', async () => {
    const { person, orderId } = await buyer();
    const {
      history: { length: seen },
    } = await orderOf(person);
    expect(await admin.call('deskRefund', { ...action(), orderId, seen })).toEqual({ status: 'refunded' });
    expect(await orderOf(person)).toMatchObject({
      status: 'refunded',
      refundReason: 'requested',
      amountRefundedInCents: 4900,
    });
    expect((await person.call('me')).subscription.status).toBe('none');
    await vi.waitFor(
      async () => expect(await subjectsTo(person)).toContain('We have refunded your payment to Lorewright'),
      inTime,
    );
  });

  it('lets one of two admins decide, and refuses the other', async () => {
    const { person, orderId } = await buyer();
    const {
      history: { length: seen },
    } = await orderOf(person);
    const requests = [action(), action()].map((each) =>
      admin.call('deskRefund', { ...each, orderId, seen, amountInCents: 500 }),
    );
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [failure] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(String(failure)).toMatch(/This order has just changed|Another refund/);
    expect(await orderOf(person)).toMatchObject({ amountRefundedInCents: 500 });
  });

  it('explains why it refuses, and changes nothing', async () => {
    const { person, orderId } = await buyer();
    const {
      history: { length: seen },
    } = await orderOf(person);
    await expect(
      admin.call('deskRefund', { ...action(), orderId, seen, amountInCents: 4900 }),
    ).rejects.toThrow('A partial refund must be less');
    await expect(admin.call('deskRefund', { ...action(), orderId: 'cs_none', seen })).rejects.toThrow(
      'There is no such order.',
    );
    expect(await orderOf(person)).toMatchObject({ status: 'paid' });
  });
});

describe('deskGift and deskRevoke', () => {
  it('give a license like an order, and end it', async () => {
    const person = await registerPerson(siteUrl);
    await person.call('me');
    const gift = { ...action('A reviewer.'), userId: person.userId };
    const { orderId } = await admin.call('deskGift', gift);
    expect(await admin.call('deskGift', gift)).toEqual({ orderId });
    await vi.waitFor(
      async () => expect(await subjectsTo(person)).toContain('A Lorewright license as a gift'),
      inTime,
    );
    await vi.waitFor(async () => expect(await person.signInAgain()).toEqual({ groups: ['paid'] }), inTime);
    expect((await person.call('myOrders')).orders).toEqual([
      expect.objectContaining({ orderId, source: 'gift', status: 'free', amountInCents: 0 }),
    ]);
    await expect(admin.call('deskGift', { ...action(), userId: person.userId })).rejects.toThrow(
      'already has a license',
    );

    const {
      history: { length: seen },
    } = await orderOf(person);
    await admin.call('deskRevoke', { ...action('The review never came.'), orderId, seen });
    expect(await orderOf(person)).toMatchObject({ status: 'revoked' });
    await vi.waitFor(async () => expect(await person.signInAgain()).toEqual({ groups: [] }), inTime);
    await expect(admin.call('deskRevoke', { ...action(), orderId, seen })).rejects.toThrow('already revoked');
  });

  it('does not revoke a paid order', async () => {
    const { person, orderId } = await buyer();
    const {
      history: { length: seen },
    } = await orderOf(person);
    await expect(admin.call('deskRevoke', { ...action(), orderId, seen })).rejects.toThrow(
      'Only a gift can be revoked',
    );
  });
});

describe('codes', () => {
  it('give one license each, to one person of a batch', async () => {
    const batch = { ...action('For the school.'), kind: 'education', count: 3 } as const;
    const { codes } = await admin.call('deskCreateCodes', batch);
    expect(new Set(codes).size).toBe(3);
    await expect(admin.call('deskCreateCodes', batch)).rejects.toThrow('shown only once');

    const [pupil, other] = [await registerPerson(siteUrl), await registerPerson(siteUrl)];
    const code = codes[0]?.toLowerCase().replaceAll('-', ' ') ?? '';
    const order = await pupil.call('redeem', { code });
    expect(order).toMatchObject({ source: 'code', status: 'free' });
    expect((await pupil.call('redeem', { code })).orderId).toBe(order.orderId);
    await vi.waitFor(async () => expect(await pupil.signInAgain()).toEqual({ groups: ['paid'] }), inTime);
    await expect(other.call('redeem', { code })).rejects.toThrow('already been used');
    await expect(pupil.call('redeem', { code: codes[1] ?? '' })).rejects.toThrow('already used a code');
    await expect(other.call('redeem', { code: 'ABCD-EFGH-JKLM-2345' })).rejects.toThrow(
      'do not know this code',
    );

    const batchId = batch.actionId;
    expect((await admin.call('deskCodes', {})).batches).toContainEqual(
      expect.objectContaining({ batchId, kind: 'education', count: 3, redeemedCount: 1, status: 'valid' }),
    );
    await vi.waitFor(async () => {
      const { redemptions } = await admin.call('deskRedemptions', { batchId });
      expect(redemptions).toEqual([
        expect.objectContaining({ userId: pupil.userId, orderId: order.orderId }),
      ]);
    }, inTime);
    await admin.call('deskRevokeCodes', { ...action(), batchId });
    await expect(other.call('redeem', { code: codes[2] ?? '' })).rejects.toThrow('no longer valid');
    expect((await pupil.call('me')).subscription.status).toBe('active');
  });

  it('stores only hashes', async () => {
    const { codes } = await admin.call('deskCreateCodes', { ...action(), kind: 'gift', count: 1 });
    const tables = await (await fetch(`${siteUrl}/__local/tables.json`)).text();
    expect(tables).not.toContain(codes[0]);
    expect(tables).not.toContain(codes[0]?.replaceAll('-', ''));
  });

  it('are not made for a day in the past', async () => {
    const request = { ...action(), kind: 'bundle', count: 1, lastDay: '2026-01-01' } as const;
    await expect(admin.call('deskCreateCodes', request)).rejects.toThrow('The last day is in the past.');
    const { batches } = await admin.call('deskCodes', {});
    expect(batches.filter(({ batchId }) => batchId === request.actionId)).toEqual([]);
  });
});

it('lists the orders of a month with totals and CSV', async () => {
  const { person, orderId } = await buyer();
  const month = new Date().toISOString().slice(0, 7);
  await vi.waitFor(async () => {
    const { orders } = await admin.call('deskOrders', { month, state: 'paid', country: 'US' });
    expect(orders).toContainEqual(expect.objectContaining({ orderId, userId: person.userId }));
  }, inTime);
  expect((await admin.call('deskOrders', { month, country: 'NO' })).orders).toEqual([]);
  const { totals, csv } = await admin.call('deskOrderReport', { month, state: 'paid' });
  expect(totals).toContainEqual(expect.objectContaining({ currency: 'usd', refundedInCents: 0 }));
  expect(csv).toContain(`,charge,${orderId},Lifetime,US,USD,45.03,3.97,49.00,`);
});
