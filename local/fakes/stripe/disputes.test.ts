import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestAccount, type TestAccount, webhookSecret } from './test-account.ts';

let account: TestAccount;
let stripe: Stripe;
let actions: TestAccount['service']['actions'];
let payment: Awaited<ReturnType<TestAccount['buy']>>;

beforeEach(async () => {
  account = await openTestAccount();
  stripe = account.stripe;
  actions = account.service.actions;
  payment = await account.buy();
  account.takeTypes();
});

const charge = () => account.service.store.charges.get(payment.chargeId);
const dispute = (id: string) => account.service.store.disputes.get(id);
const refund = () => stripe.refunds.create({ payment_intent: payment.intentId });

describe('dispute', () => {
  it('blocks refunds from the moment the bank opens it', async () => {
    const { id } = await actions.openDispute(payment.intentId, 'product_not_received');
    expect(dispute(id)).toMatchObject({
      object: 'dispute',
      amount: 4900,
      charge: payment.chargeId,
      payment_intent: payment.intentId,
      reason: 'product_not_received',
      status: 'needs_response',
      is_charge_refundable: false,
      evidence_details: { has_evidence: false, submission_count: 0 },
    });
    expect(charge()).toMatchObject({ disputed: true, refunded: false, amount_refunded: 0 });
    expect(account.takeTypes()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    const { body = '', signature = '' } = account.received.at(-2) ?? {};
    expect(stripe.webhooks.constructEvent(body, signature, webhookSecret).data.object).toMatchObject({ id });
    await expect(refund()).rejects.toMatchObject({ statusCode: 400, code: 'charge_disputed' });
    await expect(actions.openDispute(payment.chargeId)).rejects.toThrow('disputed already');
  });

  it('accepts evidence once', async () => {
    const { id } = await actions.openDispute(payment.chargeId);
    account.takeTypes();
    expect(await actions.submitEvidence(id)).toMatchObject({
      status: 'under_review',
      evidence_details: { has_evidence: true, submission_count: 1 },
    });
    expect(account.takeTypes()).toEqual(['charge.dispute.updated']);
    expect(account.received.at(-1)?.event.data.previous_attributes).toMatchObject({
      status: 'needs_response',
    });
    await expect(actions.submitEvidence(id)).rejects.toThrow('under_review');
  });

  it('refunds nothing when it is lost, and can be won afterwards', async () => {
    const { id } = await actions.openDispute(payment.chargeId);
    account.takeTypes();
    expect(await actions.loseDispute(id)).toMatchObject({ status: 'lost' });
    expect(account.takeTypes()).toEqual(['charge.dispute.closed']);
    expect(charge()).toMatchObject({ disputed: true, refunded: false, amount_refunded: 0 });
    await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
    expect(await actions.winDispute(id)).toMatchObject({ status: 'won', is_charge_refundable: true });
    expect(account.takeTypes()).toEqual(['charge.dispute.updated', 'charge.dispute.funds_reinstated']);
    expect(await refund()).toMatchObject({ status: 'succeeded' });
  });

  it('covers the amount that was not refunded', async () => {
    await stripe.refunds.create({ payment_intent: payment.intentId, amount: 900 });
    expect(await actions.openDispute(payment.chargeId)).toMatchObject({ amount: 4000 });
  });

  it('is refused for a payment that did not succeed', async () => {
    const { id } = await account.openSession();
    const { payment_intent } = await actions.payLater(id);
    await expect(actions.openDispute(String(payment_intent))).rejects.toThrow('has not succeeded');
    await expect(actions.openDispute('ch_x')).rejects.toMatchObject({ code: 'resource_missing' });
  });
});

describe('inquiry', () => {
  it('withdraws no money, and can be answered and closed', async () => {
    const { id, status } = await actions.openInquiry(payment.chargeId);
    expect(status).toBe('warning_needs_response');
    expect(charge()).toMatchObject({ disputed: true });
    expect(await actions.submitEvidence(id)).toMatchObject({ status: 'warning_under_review' });
    expect(await actions.closeInquiry(id)).toMatchObject({ status: 'warning_closed' });
    expect(account.takeTypes()).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ]);
    await expect(actions.winDispute(id)).rejects.toThrow('warning_closed');
  });

  it('closes when the charge is fully refunded', async () => {
    const { id } = await actions.openInquiry(payment.chargeId);
    await stripe.refunds.create({ payment_intent: payment.intentId, amount: 900 });
    expect(dispute(id)).toMatchObject({ status: 'warning_needs_response' });
    await refund();
    expect(dispute(id)).toMatchObject({ status: 'warning_closed' });
  });

  it('can become a dispute', async () => {
    const { id } = await actions.openInquiry(payment.chargeId);
    account.takeTypes();
    expect(await actions.escalateInquiry(id)).toMatchObject({
      status: 'needs_response',
      is_charge_refundable: false,
    });
    expect(account.takeTypes()).toEqual(['charge.dispute.updated', 'charge.dispute.funds_withdrawn']);
  });
});
