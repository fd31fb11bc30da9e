import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { addSecondFactor } from '../e2e/authenticator-app.ts';
import { callOperation, mailsTo, type Person, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { buy } from './customer.ts';
import { chargeOf, disputeOf, play } from './play-stripe.ts';
import { backdateReset, takeResetStep } from './reset-factor.ts';
import { siteUrl, waitUntilQuiet } from './site.ts';

const inTime = { timeout: 20_000 };
let admin: Person;

beforeAll(async () => {
  admin = await registerAdmin(siteUrl);
});

async function buyer() {
  const person = await registerPerson(siteUrl);
  const orderId = await buy(person, 'lifetime');
  await vi.waitFor(
    async () => expect((await person.call('myOrders')).orders[0]?.status).toBe('paid'),
    inTime,
  );
  return { person, orderId };
}

type Listed = Awaited<ReturnType<typeof listed>>;
const listed = async (state: 'disputeOpen' | 'withdrawalStated' | 'disputeLost', orderId: string) =>
  (await admin.call('deskOrders', { state })).orders.find((order) => order.orderId === orderId);

/** Waits until the desk lists the order in the state. */
const waitUntilListed = (state: Parameters<typeof listed>[0], orderId: string) =>
  vi.waitFor(async () => {
    const order = await listed(state, orderId);
    expect(order).toBeDefined();
    return order as NonNullable<Listed>;
  }, inTime);

/** Waits until Today counts exactly the listed orders, because the tests of other files have left some. @returns their ids */
const countedIn = (state: 'disputeOpen' | 'withdrawalStated', kind: 'disputes' | 'withdrawals') =>
  vi.waitFor(async () => {
    const { orders, next } = await admin.call('deskOrders', { state });
    expect(next).toBeUndefined();
    expect((await admin.call('deskToday', {}))[kind]?.count).toBe(orders.length);
    return orders.map(({ orderId }) => orderId);
  }, inTime);

describe('deskToday', () => {
  it('counts an inquiry that becomes a dispute until the bank decides, with one email about each', async () => {
    const { person, orderId } = await buyer();
    await play('openInquiry', { id: (await chargeOf(orderId)).id });
    const { dispute, email } = await waitUntilListed('disputeOpen', orderId);
    expect(email).toBe(person.email);
    expect(await countedIn('disputeOpen', 'disputes')).toContain(orderId);
    expect((await admin.call('deskToday', {})).disputes?.dueAt).toBeDefined();
    const mailsAboutIt = async () =>
      (await mailsTo(siteUrl, stages.local.teamAddress)).filter(({ text }) => text.includes(orderId));
    await vi.waitFor(async () => expect(await mailsAboutIt()).toHaveLength(1), inTime);
    await play('escalateInquiry', { id: await disputeOf(orderId) });
    await vi.waitFor(async () => expect(await mailsAboutIt()).toHaveLength(2), inTime);
    await play('loseDispute', { id: await disputeOf(orderId) });
    await waitUntilListed('disputeLost', orderId);
    expect(await countedIn('disputeOpen', 'disputes')).not.toContain(orderId);
    await waitUntilQuiet();
    const mails = await mailsAboutIt();
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A bank inquires about a payment of $49.00',
      'A payment of $49.00 is disputed',
    ]);
    for (const { text } of mails)
      expect(text).toContain(`https://dashboard.stripe.com/test/disputes/${dispute?.disputeId}`);
  });

  it('counts a withdrawal that is not confirmed, until the team marks it as done', async () => {
    const { person, orderId } = await buyer();
    const data = { withdrawalId: randomUUID(), name: 'Ana', email: person.email };
    expect((await callOperation(siteUrl, 'withdraw', { data })).status).toBe(200);
    const { changes: seen } = await waitUntilListed('withdrawalStated', orderId);
    expect(await countedIn('withdrawalStated', 'withdrawals')).toContain(orderId);
    const action = { actionId: randomUUID(), reason: 'The buyer keeps it.', orderId, seen };
    expect(await admin.call('deskConclude', action)).toEqual({ status: 'paid' });
    expect(await admin.call('deskConclude', action)).toEqual({ status: 'paid' });
    expect(await countedIn('withdrawalStated', 'withdrawals')).not.toContain(orderId);
    const { entries, names } = await admin.call('deskAudit', { by: 'person', value: person.userId });
    expect(entries.filter(({ auditId }) => auditId === action.actionId)).toEqual([
      expect.objectContaining({ action: 'conclude', before: 'withdrawalStated', after: 'paid' }),
    ]);
    expect(names).toMatchObject({ [person.userId]: person.email });
  });

  it('has the people whose second factor can be turned off', async () => {
    const person = await registerPerson(siteUrl);
    await addSecondFactor(siteUrl, person);
    await person.call('reviewSecurity');
    const own = async () => {
      const { factorResets } = await admin.call('deskToday', {});
      return factorResets?.resets?.find(({ userId }) => userId === person.userId);
    };
    await takeResetStep(person.userId, 'request');
    await vi.waitFor(
      async () => expect(Date.parse((await own())?.dueAt ?? '')).toBeGreaterThan(Date.now()),
      inTime,
    );
    await backdateReset(person.userId, 25);
    await vi.waitFor(
      async () => expect(Date.parse((await own())?.dueAt ?? '')).toBeLessThan(Date.now()),
      inTime,
    );
    await takeResetStep(person.userId, 'complete');
    await vi.waitFor(async () => expect(await own()).toBeUndefined(), inTime);
  });
});

describe('deskFind', () => {
  it('finds a buyer by the middle of the address, and by the invoice number', async () => {
    const { person, orderId } = await buyer();
    const invoiceNumber = await vi.waitFor(async () => {
      const [order] = (await person.call('myOrders')).orders;
      expect(order?.invoiceNumber).toBeDefined();
      return order?.invoiceNumber ?? '';
    }, inTime);
    const { userId, email } = person;
    expect((await admin.call('deskFind', { query: email.slice(3) })).people).toEqual([
      { matched: 'email', userId, email },
    ]);
    expect((await admin.call('deskFind', { query: invoiceNumber.toLowerCase() })).people).toEqual([
      { matched: 'invoice', orderId, userId, email },
    ]);
  });
});
