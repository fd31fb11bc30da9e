import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { catalog } from '../../../contract/rules/catalog.ts';
import { freeUntil } from '../../../test/free-until.ts';
import { logger } from '../../platform/logger.ts';
import { recordMetric } from '../../platform/record-metric.ts';
import { referralStore } from '../referrals/referral-store.ts';
import { newUser } from '../users/new-user.ts';
import { type StoredUser, userStore } from '../users/user-store.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';
import { confirmCheckout, type SettlementDependencies, settleOrder } from './settle-order.ts';
import { paidOrder, refundedOrder } from './test-orders.ts';
import { paidSession as session, siteId } from './test-session.ts';

// test/payments covers the effects of the states of a payment. These tests cover the reads and writes of one run.

vi.mock('../../platform/record-metric.ts');

beforeEach(() => void vi.mocked(recordMetric).mockClear());

const now = new Date('2026-11-23T10:00:00.000Z');
/** The checkout after refunds. */
const refundedBy = (amountInCents: number): typeof session => ({
  ...session,
  payment_intent: {
    id: 'pi_1',
    status: 'succeeded',
    latest_charge: { amount_refunded: amountInCents, refunded: amountInCents === 4900 },
  } as Stripe.PaymentIntent,
});

const buyer = newUser('user-1', 'ana@site.test', now);
const order = paidOrder('cs_1', { paymentIntentId: 'pi_1' });
const holder: StoredUser = { ...buyer, licenses: { cs_1: order.licensedAt ?? '' } };
/** A second payment, which must be refunded. */
const { licensedAt: _, ...unlicensed } = order;
const duplicate: StoredOrder = { ...unlicensed, refundReason: 'duplicate' };

const noClient = {} as DynamoDBDocumentClient;
const { licensesCondition, replaceLicenses } = userStore(noClient, 'Users');
const { conversion } = referralStore(noClient, 'Referrals');

interface Situation {
  /** The checkout at Stripe, one for each attempt; the last one stays. */
  sessions?: Stripe.Checkout.Session[];
  /** The order as it is stored. */
  current?: StoredOrder;
  user?: StoredUser;
  /** The refunds of the payment at Stripe. */
  refunds?: Pick<Stripe.Refund, 'metadata' | 'status'>[];
  /** The owner of the referral code. */
  ownerId?: string;
}

function arrange({ sessions = [session], current, user, refunds = [], ownerId }: Situation) {
  let stored = current;
  const left = [...sessions];
  const retrieve = vi.fn(async () => (left.length > 1 ? left.shift() : left[0]));
  const createRefund = vi.fn<(refund: Stripe.RefundCreateParams) => Promise<void>>();
  const listRefunds = vi.fn(async function* (_: Stripe.RefundListParams) {
    yield* refunds;
  });
  const listed: object[] = [];
  const listCreditNotes = vi.fn(async function* () {
    yield* listed;
  });
  const createCreditNote = vi.fn(async ({ refunds: [linked] = [] }: Stripe.CreditNoteCreateParams) => {
    listed.push({ id: 'cn_1', number: 'A-1-CN-01', status: 'issued', refunds: [linked] });
  });
  const save = vi.fn<OrderStore['save']>().mockImplementation(async (next) => {
    stored = next;
    return true;
  });
  const refuseCreditNotes = vi.fn<OrderStore['refuseCreditNotes']>(async (refused, refusedCreditNotes) => {
    stored = { ...refused, refusedCreditNotes, version: refused.version + 1 };
    return stored;
  });
  const pause = vi.fn(async (_: number) => {});
  const dependencies = {
    stripe: {
      checkout: { sessions: { retrieve } },
      refunds: { create: createRefund, list: listRefunds },
      creditNotes: {
        create: createCreditNote,
        list: listCreditNotes,
      },
    },
    siteId,
    siteUrl: 'https://site.test',
    orders: { find: async () => stored, save, finish: async () => {}, refuseCreditNotes },
    users: { find: async () => user, licensesCondition, replaceLicenses },
    referrals: { ownerOf: async () => ownerId, conversion },
    requestGroupSync: async () => {},
    requestLicense: async () => {},
    publishUserChanged: async () => {},
    publishLicenseChanged: async () => {},
    now: () => now,
    pause,
  } as unknown as SettlementDependencies;
  const settle = (change: { buyerId?: string } = {}) =>
    settleOrder(dependencies, { sessionId: 'cs_1', cause: 'evt_1', ...change });
  return {
    confirm: (buyerId: string) => confirmCheckout(dependencies, buyerId, 'cs_1'),
    retrieve,
    createRefund,
    listRefunds,
    createCreditNote,
    listCreditNotes,
    listed,
    refuseCreditNotes,
    save,
    pause,
    settle,
  };
}

describe('settleOrder, for a checkout without an order and an account', () => {
  const settleStranger = (change: Partial<Stripe.Checkout.Session>) =>
    arrange({ sessions: [{ ...session, payment_intent: null, ...change }] });

  it('throws when it is paid, so that the team checks the payment', async () => {
    const { settle, save } = settleStranger({});
    await expect(settle()).rejects.toThrow(
      'cs_1 is paid, and there is neither an order nor an account that belongs to it.',
    );
    expect(save).not.toHaveBeenCalled();
  });

  it.each([
    ['free', { amount_total: 0, payment_status: 'no_payment_required' }],
    ['open', { status: 'open', payment_status: 'unpaid' }],
    ['expired', { status: 'expired', payment_status: 'unpaid' }],
  ] as const)('stores nothing when it is %s', async (_, change) => {
    const { settle, save } = settleStranger(change);
    expect(await settle()).toBeUndefined();
    expect(save).not.toHaveBeenCalled();
  });
});

describe('settleOrder, for a checkout that is not the caller’s', () => {
  it('ignores a checkout that another site opened for one of our users', async () => {
    const metadata = { ...session.metadata, site: 'https://other.test' };
    const { settle, save } = arrange({ sessions: [{ ...session, metadata }], user: buyer });
    expect(await settle()).toBeUndefined();
    expect(save).not.toHaveBeenCalled();
  });

  it('ignores a checkout that does not exist at Stripe', async () => {
    const { settle, retrieve } = arrange({ user: buyer });
    retrieve.mockRejectedValue(Object.assign(new Error('No such session.'), { code: 'resource_missing' }));
    expect(await settle()).toBeUndefined();
  });

  it('hides the checkout of another user, and settles that of the caller', async () => {
    const { settle, save } = arrange({ user: buyer });
    expect(await settle({ buyerId: 'user-2' })).toBeUndefined();
    expect(save).not.toHaveBeenCalled();
    expect(await settle({ buyerId: 'user-1' })).toMatchObject({ status: 'paid' });
  });
});

describe('settleOrder, for its writes', () => {
  const partsOf = ({ save }: ReturnType<typeof arrange>) => save.mock.calls.map(([, , parts]) => parts);

  it('saves a new order together with the license of its buyer', async () => {
    const situation = arrange({ user: buyer });
    const settled = await situation.settle();
    expect(situation.save).toHaveBeenCalledExactlyOnceWith(settled, undefined, [
      replaceLicenses(buyer, { cs_1: now.toISOString() }),
    ]);
  });

  describe('after the free offer has ended', () => {
    const priceId = catalog.earlyAccess.priceIds.local;
    const metadata = { ...session.metadata, priceId } as Stripe.Metadata;
    const free = {
      ...session,
      metadata,
      amount_total: 0,
      payment_status: 'no_payment_required',
      payment_intent: null,
    } as typeof session;

    it('gives the license of a checkout that was opened before', async () => {
      freeUntil('2026-11-22');
      const situation = arrange({ sessions: [free], user: buyer });
      await situation.settle();
      expect(partsOf(situation)).toEqual([[replaceLicenses(buyer, { cs_1: now.toISOString() })]]);
    });

    it('leaves a license as it is', async () => {
      freeUntil('2026-11-22');
      const claimed: StoredOrder = { ...order, priceId, amountInCents: 0, status: 'free' };
      delete claimed.paymentIntentId;
      const { settle, save } = arrange({ sessions: [free], current: claimed, user: holder });
      expect(await settle()).toBe(claimed);
      expect(save).not.toHaveBeenCalled();
    });
  });

  it('writes nothing for an order that matches Stripe, and reads no refunds', async () => {
    const { settle, save, listRefunds } = arrange({ current: order, user: holder });
    expect(await settle()).toBe(order);
    expect(save).not.toHaveBeenCalled();
    expect(listRefunds).not.toHaveBeenCalled();
  });

  it('only checks the licenses of the buyer when they stay the same', async () => {
    const situation = arrange({ sessions: [refundedBy(1000)], current: order, user: holder });
    await situation.settle();
    expect(partsOf(situation)).toEqual([[licensesCondition('user-1', holder.licenses)]]);
  });

  it('saves the conversion of a referral code with the order', async () => {
    const metadata = { ...session.metadata, referralCode: 'friend' } as Stripe.Metadata;
    const situation = arrange({ sessions: [{ ...session, metadata }], user: buyer, ownerId: 'user-2' });
    await situation.settle();
    const converted = { orderId: 'cs_1', licensedAt: now.toISOString() };
    expect(partsOf(situation)[0]).toContainEqual(conversion('friend', converted, true));
  });

  it('saves no conversion of a code without an owner', async () => {
    const metadata = { ...session.metadata, referralCode: 'friend' } as Stripe.Metadata;
    const situation = arrange({
      sessions: [{ ...refundedBy(4900), metadata }],
      current: { ...order, referralCode: 'friend', converts: true },
      user: holder,
    });
    await situation.settle();
    expect(partsOf(situation)).toEqual([[replaceLicenses(holder, {})]]);
  });
});

describe('settleOrder, for metrics', () => {
  const counted = () => vi.mocked(recordMetric).mock.calls;

  it('counts a license once', async () => {
    const { settle } = arrange({ user: buyer });
    await settle();
    await settle();
    expect(counted()).toEqual([['LicensesGranted', { orderId: 'cs_1' }]]);
  });

  it('counts each refund once', async () => {
    const { settle } = arrange({
      sessions: [refundedBy(1000), refundedBy(1000), refundedBy(4900)],
      current: order,
      user: holder,
    });
    for (let run = 1; run <= 3; run++) await settle();
    const refund = ['Refunds', { orderId: 'cs_1' }];
    expect(counted()).toEqual([refund, refund]);
  });

  it('counts the license and the refund of an order that was missing', async () => {
    await arrange({ sessions: [refundedBy(1000)], user: buyer }).settle();
    expect(counted().map(([metric]) => metric)).toEqual(['LicensesGranted', 'Refunds']);
  });
});

describe('settleOrder, for a payment that must be refunded', () => {
  const ours = (status: string) => ({ metadata: { orderId: 'cs_1' }, status });

  it.each([
    ['duplicate', 'duplicate'],
    ['withdrawn', 'requested_by_customer'],
  ] as const)('refunds all of it with a reason that Stripe knows for %s', async (refundReason, reason) => {
    const { settle, createRefund, pause } = arrange({
      sessions: [session, refundedBy(4900)],
      current: { ...duplicate, refundReason },
    });
    expect(await settle()).toMatchObject({ status: 'refunded' });
    expect(createRefund).toHaveBeenCalledExactlyOnceWith({
      payment_intent: 'pi_1',
      reason,
      metadata: { orderId: 'cs_1' },
    });
    expect(pause).not.toHaveBeenCalled();
  });

  it.each(['failed', 'canceled'])('asks for no other refund when ours is %s at Stripe', async (status) => {
    const { settle, createRefund, listRefunds } = arrange({ current: duplicate, refunds: [ours(status)] });
    expect(await settle()).toMatchObject({ orderId: 'cs_1', status: 'paid', hasRefundFailed: true });
    expect(listRefunds).toHaveBeenCalledWith({ payment_intent: 'pi_1', limit: 100 });
    expect(createRefund).not.toHaveBeenCalled();
  });

  it.each([
    ['ours is pending at Stripe', [ours('pending')]],
    ['one from the Stripe Dashboard failed', [{ metadata: null, status: 'failed' }]],
    ['one by the team failed', [{ metadata: { actionId: 'action-1' }, status: 'failed' }]],
  ])('asks for the refund while %s', async (_, refunds) => {
    const { settle, createRefund } = arrange({ current: duplicate, refunds });
    createRefund.mockRejectedValue(new Error('Stripe is down.'));
    await expect(settle()).rejects.toThrow('Stripe is down.');
    expect(createRefund).toHaveBeenCalledTimes(1);
  });

  it.each(['charge_already_refunded', 'charge_disputed'])(
    'reads the payment again when Stripe responds with %s',
    async (code) => {
      const { settle, createRefund } = arrange({
        sessions: [session, refundedBy(4900)],
        current: duplicate,
      });
      createRefund.mockRejectedValue(Object.assign(new Error('No.'), { code }));
      expect(await settle()).toMatchObject({ status: 'refunded' });
    },
  );

  it('throws every other error of Stripe', async () => {
    const { settle, createRefund } = arrange({
      sessions: [session, refundedBy(4900)],
      current: duplicate,
    });
    createRefund.mockRejectedValue(Object.assign(new Error('Slow down.'), { code: 'rate_limit' }));
    await expect(settle()).rejects.toThrow('Slow down.');
  });

  it('refunds the rest, after a pause, when Stripe shows that a part was not refunded', async () => {
    const { settle, createRefund, pause } = arrange({
      sessions: [session, session, refundedBy(4900)],
      current: duplicate,
    });
    pause.mockImplementation(async () => expect(createRefund).toHaveBeenCalledOnce());
    expect(await settle()).toMatchObject({ status: 'refunded' });
    expect(createRefund).toHaveBeenCalledTimes(2);
    expect(pause.mock.calls).toEqual([[2]]);
  });

  it('fails when Stripe never shows the refund', async () => {
    const { settle } = arrange({ current: duplicate });
    await expect(settle()).rejects.toThrow('Stripe accepted the refund of order cs_1 but does not show it.');
  });

  it('throws before it requests a refund when there is no payment', async () => {
    const { paymentIntentId: _, ...unpaid } = duplicate;
    const { settle, listRefunds, createRefund } = arrange({
      sessions: [{ ...session, payment_intent: null }],
      current: unpaid,
    });
    await expect(settle()).rejects.toThrow('Order cs_1 has no payment to refund.');
    expect(listRefunds).not.toHaveBeenCalled();
    expect(createRefund).not.toHaveBeenCalled();
  });
});

describe('settleOrder, for the credit note of a refund that we made', () => {
  const withInvoice = (checkout: typeof session) => ({
    ...checkout,
    invoice: { id: 'in_1', number: 'A-1', total: 4900, lines: { data: [] } } as unknown as Stripe.Invoice,
  });
  const made = { id: 're_1', amount: 4900, metadata: { orderId: 'cs_1' }, status: 'succeeded' } as const;
  const creditNotes = [{ creditNoteId: 'cn_1', number: 'A-1-CN-01', refundedInCents: 4900 }];

  it('makes it after the order is refunded, and stores its number', async () => {
    const { settle, createCreditNote, save } = arrange({
      sessions: [withInvoice(session), withInvoice(refundedBy(4900))],
      current: duplicate,
      refunds: [made],
    });
    expect(await settle()).toMatchObject({ status: 'refunded', creditNotes });
    expect(createCreditNote).toHaveBeenCalledOnce();
    expect(save.mock.calls.map(([saved]) => [saved.status, saved.creditNotes])).toEqual([
      ['paid', undefined],
      ['refunded', undefined],
      ['refunded', creditNotes],
    ]);
  });

  it('makes it later when Stripe is down between the refund and the credit note', async () => {
    vi.spyOn(logger, 'error').mockImplementation(() => {});
    const { settle, createCreditNote, createRefund } = arrange({
      sessions: [withInvoice(refundedBy(4900))],
      current: refundedOrder('cs_1', { refundReason: 'duplicate' }),
      refunds: [made],
    });
    createCreditNote.mockRejectedValueOnce(new Error('Stripe is down.'));
    expect(await settle()).not.toHaveProperty('creditNotes');
    expect(await settle()).toMatchObject({ creditNotes });
    await settle();
    expect(createCreditNote).toHaveBeenCalledTimes(2);
    expect(createRefund).not.toHaveBeenCalled();
  });

  it('ends the license when the key may not read credit notes, and keeps the known ones', async () => {
    vi.spyOn(logger, 'error').mockImplementation(() => {});
    const { settle, save, listCreditNotes, createCreditNote } = arrange({
      sessions: [withInvoice(refundedBy(4900))],
      current: { ...order, creditNotes },
      user: holder,
      refunds: [made],
    });
    listCreditNotes.mockImplementation(() => {
      throw Object.assign(new Error('The key may not.'), { type: 'StripePermissionError' });
    });
    expect(await settle()).toMatchObject({ status: 'refunded', creditNotes });
    expect(save).toHaveBeenCalledExactlyOnceWith(expect.anything(), order.version, [
      replaceLicenses(holder, {}),
    ]);
    expect(createCreditNote).not.toHaveBeenCalled();
  });

  it('settles the order when Stripe refuses a credit note, and asks for it only once', async () => {
    vi.spyOn(logger, 'error').mockImplementation(() => {});
    const { settle, createCreditNote } = arrange({
      sessions: [withInvoice(refundedBy(4900))],
      current: order,
      user: holder,
      refunds: [made],
    });
    const refusal = Object.assign(new Error('No.'), { type: 'StripeInvalidRequestError' });
    createCreditNote.mockRejectedValue(refusal);
    expect(await settle()).toMatchObject({ status: 'refunded', refusedCreditNotes: ['re_1'] });
    expect(await settle()).toMatchObject({ status: 'refunded' });
    expect(createCreditNote).toHaveBeenCalledOnce();
  });

  it('settles the order when it has changed before the refusal is stored', async () => {
    vi.spyOn(logger, 'error').mockImplementation(() => {});
    const { settle, createCreditNote, refuseCreditNotes } = arrange({
      sessions: [withInvoice(refundedBy(4900))],
      current: order,
      user: holder,
      refunds: [made],
    });
    const refusal = Object.assign(new Error('No.'), { type: 'StripeInvalidRequestError' });
    createCreditNote.mockRejectedValue(refusal);
    refuseCreditNotes.mockResolvedValue(undefined);
    expect(await settle()).toMatchObject({ status: 'refunded' });
  });

  it('does not wait for a list that lags behind', async () => {
    const { settle, createCreditNote, listed } = arrange({
      sessions: [withInvoice(refundedBy(4900))],
      current: order,
      user: holder,
      refunds: [made],
    });
    createCreditNote.mockImplementation(async () => {});
    expect(await settle()).toMatchObject({ status: 'refunded' });
    expect(createCreditNote).toHaveBeenCalledOnce();
    expect(listed).toEqual([]);
  });
});

describe('settleOrder, for an order that keeps changing', () => {
  it('throws after six attempts with pauses, and counts nothing', async () => {
    const { settle, save, pause } = arrange({ user: buyer });
    save.mockResolvedValue(false);
    await expect(settle()).rejects.toThrow('kept changing');
    expect(pause.mock.calls).toEqual([[1], [2], [3], [4], [5], [6]]);
    expect(recordMetric).not.toHaveBeenCalled();
  });
});

describe('confirmCheckout', () => {
  it("settles the buyer's order and returns only its status", async () => {
    const { confirm, save } = arrange({ user: buyer });
    await expect(confirm('user-2')).rejects.toMatchObject({ code: 'not-found' });
    expect(save).not.toHaveBeenCalled();
    expect(await confirm('user-1')).toStrictEqual({ status: 'paid' });
    expect(save.mock.lastCall?.[0].history.at(-1)).toMatchObject({ cause: 'confirmCheckout' });
  });

  it('returns why a payment is refunded', async () => {
    const { confirm } = arrange({
      sessions: [session, refundedBy(4900)],
      user: { ...buyer, licenses: { cs_0: order.createdAt } },
    });
    expect(await confirm('user-1')).toStrictEqual({ status: 'refunded', refundReason: 'duplicate' });
  });
});
