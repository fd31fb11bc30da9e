import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestAccount, type TestAccount } from './test-account.ts';

let account: TestAccount;

beforeEach(async () => {
  account = await openTestAccount();
});

const chargeOf = (id: string) => account.service.store.charges.get(id);

describe('failed refund', () => {
  it('restores the charge', async () => {
    const { stripe, service } = account;
    const { intentId, chargeId } = await account.buy();
    await stripe.refunds.create({ payment_intent: intentId, amount: 900 });
    const rest = await stripe.refunds.create({ payment_intent: intentId });
    expect(chargeOf(chargeId)).toMatchObject({ refunded: true, amount_refunded: 4900 });
    // Events contain the state at the time of the event.
    const { data: events } = await stripe.events.list({ types: ['charge.refunded'] });
    expect(events.map(({ data }) => (data.object as Stripe.Charge).amount_refunded)).toEqual([4900, 900]);
    account.takeTypes();
    await service.actions.failRefund(rest.id);
    expect(chargeOf(chargeId)).toMatchObject({
      refunded: false,
      amount_refunded: 900,
    });
    expect(await stripe.refunds.retrieve(rest.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(account.takeTypes()).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed']);
  });

  it('fails once, and can be repeated', async () => {
    const { stripe, service } = account;
    const { intentId, chargeId } = await account.buy();
    const { id } = await stripe.refunds.create({ payment_intent: intentId });
    await service.actions.failRefund(id);
    await expect(service.actions.failRefund(id)).rejects.toThrow('cannot fail');
    expect(await stripe.refunds.create({ payment_intent: intentId })).toMatchObject({ amount: 4900 });
    expect(chargeOf(chargeId)).toMatchObject({ refunded: true, amount_refunded: 4900 });
  });
});

it('refuses a refund of a payment that did not succeed', async () => {
  const { stripe, service } = account;
  const { id } = await account.openSession();
  const { payment_intent } = await service.actions.payLater(id);
  await expect(stripe.refunds.create({ payment_intent: String(payment_intent) })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
});

it('repeats a refusal for the same idempotency key after the dispute ended', async () => {
  const { stripe, service } = account;
  const { intentId } = await account.buy();
  const { id } = await service.actions.openDispute(intentId);
  const refund = () => stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: 'once' });
  await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
  await service.actions.winDispute(id);
  await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
});

it('lists refunds by payment and time', async () => {
  const { stripe, clock } = account;
  const first = await account.buy();
  const second = await account.buy();
  const refund = ({ intentId }: typeof first, amount?: number) =>
    stripe.refunds.create({ payment_intent: intentId, amount });
  const older = await refund(first, 1);
  clock.nowSeconds += 10;
  const newer = await refund(first, 2);
  const other = await refund(second);
  const ids = async (params: Parameters<typeof stripe.refunds.list>[0]) =>
    (await stripe.refunds.list(params)).data.map(({ id }) => id);
  expect(await ids({})).toEqual([other.id, newer.id, older.id]);
  expect(await ids({ payment_intent: first.intentId })).toEqual([newer.id, older.id]);
  expect(await ids({ created: { lte: older.created } })).toEqual([older.id]);
});
