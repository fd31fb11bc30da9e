import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { callOperation, mailsTo, type Person, registerPerson } from '../person.ts';
import { buy } from './customer.ts';
import { chargeOf, disputeOf, play } from './play-stripe.ts';
import { readTable, siteUrl } from './site.ts';

const inTime = { timeout: 20_000 };
const team = stages.local.teamAddress;

async function buyer() {
  const person = await registerPerson(siteUrl);
  const orderId = await buy(person, 'lifetime');
  await expectOrder(orderId, { status: 'paid' });
  await mailOf(person.email, /^Your Lorewright license$/);
  return { person, orderId };
}

async function withdraw(data: object): Promise<unknown> {
  const response = await callOperation(siteUrl, 'withdraw', {
    data: { withdrawalId: randomUUID(), ...data },
  });
  return { status: response.status, body: await response.json() };
}
const accepted = { status: 200, body: { result: { statedAt: expect.any(String) } } };

const orderOf = async (orderId: string) =>
  (await readTable('DataOrders')).find((order) => order.orderId === orderId);

const expectOrder = (orderId: string, expected: object) =>
  vi.waitFor(async () => {
    const order = await orderOf(orderId);
    expect(order).toMatchObject(expected);
    expect(order).not.toHaveProperty('outbox');
  }, inTime);

/** Waits for an email with this subject that contains a text. */
const mailOf = (address: string, subject: RegExp, text = '') =>
  vi.waitFor(async () => {
    const mails = await mailsTo(siteUrl, address);
    const mail = mails.find((each) => subject.test(each.subject) && each.text.includes(text));
    expect(mail, `${subject} in ${mails.map((each) => each.subject).join(', ')}`).toBeDefined();
    return mail as NonNullable<typeof mail>;
  }, inTime);

async function linkTokenFor(person: Person): Promise<string> {
  const { text } = await mailOf(person.email, /^Confirm your withdrawal/);
  const [, token] = /\/withdraw#token=([\w-]+\.[\w-]+)/.exec(text) ?? [];
  expect(token).toBeDefined();
  return String(token);
}

const withdrawn = { status: 'refunded', refundReason: 'withdrawn', amountRefundedInCents: 4900 };

describe('withdraw', () => {
  test('refunds an order and ends its license, with the order number and the address', async () => {
    const { person, orderId } = await buyer();
    expect(await withdraw({ name: 'Ana Ferreira', orderId, email: person.email })).toEqual(accepted);
    const { text } = await mailOf(person.email, /^We have received your withdrawal$/, orderId);
    expect(text).toContain('Name: Ana Ferreira');
    await expectOrder(orderId, withdrawn);
    await mailOf(person.email, /^Your withdrawal from your Lorewright order$/);
    expect((await person.call('me')).subscription.status).toBe('none');
    await vi.waitFor(async () => expect(await person.signInAgain()).toEqual({ groups: [] }), inTime);

    // A second statement changes nothing, but is acknowledged too.
    const first = await vi.waitFor(async () => {
      const order = await orderOf(orderId);
      expect(order).not.toHaveProperty('outbox');
      return order;
    }, inTime);
    expect(await withdraw({ name: 'Ana', orderId, email: person.email })).toEqual(accepted);
    await mailOf(person.email, /^We have received your withdrawal$/, 'Name: Ana\n');
    expect(await orderOf(orderId)).toEqual(first);
  });

  test('mails a link to the buyer, and changes nothing until it is used', async () => {
    const { person, orderId } = await buyer();
    expect(await withdraw({ name: 'Mallory', email: person.email })).toEqual(accepted);
    const token = await linkTokenFor(person);
    await mailOf(team, /^A withdrawal waits for its buyer$/, orderId);
    expect((await orderOf(orderId))?.status).toBe('paid');
    expect(await withdraw({ token })).toEqual(accepted);
    await expectOrder(orderId, withdrawn);
    await mailOf(person.email, /^We have received your withdrawal$/, 'Name: Mallory');
  });

  test('gives the same answer to a stranger, and refunds nothing for a forged link', async () => {
    const { person, orderId } = await buyer();
    const before = await orderOf(orderId);
    const answers = [
      await withdraw({ name: 'Mallory', orderId, email: 'mallory@example.test' }),
      await withdraw({ name: 'Mallory', orderId: 'cs_none', email: 'nobody@example.test' }),
    ];
    for (const answer of answers) expect(answer).toEqual(accepted);
    const [payload = ''] = (await linkTokenFor(person)).split('.');
    expect(await withdraw({ token: `${payload}.${'A'.repeat(43)}` })).toMatchObject({ status: 400 });
    // The desk shows the statement of the stranger, which waits for the buyer.
    await expectOrder(orderId, {
      ...before,
      withdrawalStatedAt: expect.any(String),
      deskState: 'withdrawalStated',
      version: expect.any(Number),
    });
    await mailOf(team, /^A withdrawal needs a decision$/, 'cs_none');
    const counters = (await readTable('DataLimits')).map(({ id }) => id);
    expect(counters).toContainEqual(expect.stringMatching(/^withdrawalLink#/));
  });

  test('reports a statement about a free order to the team', async () => {
    const person = await registerPerson(siteUrl);
    const orderId = await buy(person, 'earlyAccess');
    await expectOrder(orderId, { status: 'free' });
    expect(await withdraw({ name: 'Ben', orderId, email: person.email })).toEqual(accepted);
    await mailOf(team, /^A withdrawal needs a decision$/, orderId);
    expect((await orderOf(orderId))?.status).toBe('free');
  });

  test('refunds a buyer who has deleted the account, by the address of the checkout', async () => {
    const { person, orderId } = await buyer();
    await person.call('deleteAccountData');
    await vi.waitFor(async () => expect((await orderOf(orderId))?.userId).toBeUndefined(), inTime);
    expect(await withdraw({ name: 'Ana', orderId, email: person.email })).toEqual(accepted);
    await expectOrder(orderId, withdrawn);
  });

  test('ends the license while a dispute is open, and refunds when the bank decides for us', async () => {
    const { person, orderId } = await buyer();
    const charge = await chargeOf(orderId);
    await play('openDispute', { id: charge.id });
    await expectOrder(orderId, { status: 'disputed' });
    expect(await withdraw({ name: 'Ana', orderId, email: person.email })).toEqual(accepted);
    await expectOrder(orderId, { status: 'disputed', refundReason: 'withdrawn' });
    expect((await person.call('me')).subscription.status).toBe('none');
    await play('winDispute', { id: await disputeOf(orderId) });
    await expectOrder(orderId, withdrawn);
  });

  test.each([
    ['without an address', { name: 'Ana', orderId: 'cs_1' }],
    ['without a name', { email: 'ana@example.test' }],
    [
      'with an order number that is none of ours',
      { name: 'Ana', email: 'ana@example.test', orderId: '12345' },
    ],
    ['with a name that nobody can see', { name: '\u200b', email: 'ana@example.test' }],
  ])('refuses a statement %s', async (_, data) => {
    expect(await withdraw(data)).toMatchObject({
      status: 400,
      body: { error: { status: 'invalid-argument' } },
    });
  });
});

test('adds the terms, the instructions and the seller to the license email of a paid order', async () => {
  const { person, orderId } = await buyer();
  const mail = await mailOf(person.email, /^Your Lorewright license$/);
  expect(mail.text).toContain('Withdraw from contract here:');
  expect(mail.text).toContain(`/withdraw?order=${orderId}`);
  expect(mail.text).toMatch(/Seller: Example Company/);
  const attachment = async (number: number) =>
    (await fetch(`${siteUrl}/__local/mail/${mail.id}/attachments/${number}`)).text();
  expect(await attachment(1)).toContain(
    'You can withdraw from an order that you have paid for within 14 days',
  );
  expect(await attachment(2)).toContain('You can withdraw from your order within 14 days');
});
