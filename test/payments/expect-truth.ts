import { expect, vi } from 'vitest';
import { licenseIdOf } from '../../contract/records/license-id.ts';
import { canBecome } from '../../contract/records/order-states.ts';
import { readClaims } from '../../lambdas/domain/licenses/sign-license.ts';
import { disputeKeyOf } from '../../lambdas/domain/orders/advance-order.ts';
import { buyerOf } from '../../lambdas/domain/orders/order-holder.ts';
import type { StoredOrder } from '../../lambdas/domain/orders/order-store.ts';
import { recordMetric } from '../../lambdas/platform/record-metric.ts';
import { expectDesk, readGifts } from './expect-desk.ts';
import { isLicensed, type ModelOrder, statusOf } from './payment-model.ts';
import type { PaymentWorld } from './payment-world.ts';
import type { SmallWorld } from './small-world.ts';

/** Expects that orders, licenses, groups, conversions, refunds and emails match the payments. */
export async function expectTruth(small: SmallWorld): Promise<void> {
  const { world, models, ana, vera, anasCode, leaving, foreign } = small;
  const { checkouts, refunds } = world.fakeStripe.store;
  const stored = new Map<string, StoredOrder>();
  for (const model of models) {
    const { status, payment_intent: payment } = checkouts.get(model.sessionId)?.session ?? {};
    // The fake of Stripe has the actions that we requested: refunds, and checkouts that another checkout or
    // a deletion closed.
    if (status === 'expired') model.money = 'never';
    model.refundedInCents = [...refunds.values()]
      .filter((refund) => payment && refund.payment_intent === payment && refund.status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0);
    const order = await world.order(model.sessionId);
    if (order) stored.set(model.sessionId, order);
  }

  for (const sessionId of foreign) {
    expect(await world.order(sessionId)).toBeUndefined();
    const payment = checkouts.get(sessionId)?.session.payment_intent;
    expect([...refunds.values()].filter((refund) => refund.payment_intent === payment)).toEqual([]);
  }
  for (const order of stored.values()) expectCreditNotes(world, order);
  for (const model of models) expectOrder(model, stored.get(model.sessionId), leaving);

  const gifts = await readGifts(small);
  await expectDesk(small, gifts, stored);
  const conversions = await world.conversions(anasCode);
  /** A person may then have held the orders of others for a while. */
  const hasMoved = [...stored.values(), ...gifts].some(({ passedOnAt }) => passedOnAt);
  for (const [userId, memberOf] of world.groups) {
    const own = models.filter((model) => model.userId === userId);
    const given = gifts.filter((gift) => buyerOf(gift) === userId);
    const orders = [...own.flatMap(({ sessionId }) => stored.get(sessionId) ?? []), ...given];
    const gives = (order: StoredOrder) => isLicensed(order.status) && !order.refundReason;
    const held = [...stored.values(), ...gifts].filter((order) => order.userId === userId);
    const giving = held.filter(gives);
    const user = await world.user(userId);
    expect(Object.keys(user?.licenses ?? {}).sort()).toEqual(giving.map(({ orderId }) => orderId).sort());
    expect(user?.subscription.status).toBe(giving.length > 0 ? 'active' : 'none');
    expect(memberOf.has('paid')).toBe(giving.length > 0);
    expect(memberOf.has('vip')).toBe(userId === vera);

    for (const order of orders) {
      const isReferred = order.referralCode === anasCode && userId !== ana;
      const isFirst = hasMoved
        ? order.converts
        : !orders.some((other) => other !== order && gaveAt(other, order.licensedAt ?? ''));
      expect(conversions[order.orderId]).toBe(
        isReferred && order.licensedAt && isFirst ? gives(order) : undefined,
      );
    }
    for (const order of held) expectLicense(world, order, giving.includes(order));
    expectMoney(small, own, orders, hasMoved ? [...stored.values(), ...gifts] : orders);
    expectNews(world, orders, hasMoved);
  }
  // Deleted accounts and purchases that were refunded or withdrawn no longer count.
  for (const order of stored.values()) {
    if (order.userId === undefined && order.converts)
      expect(conversions[order.orderId]).toBe(isLicensed(order.status) && !order.refundReason);
    if (order.userId === undefined) expectTeamDecisions(world, order);
    expectFailedRefundsTold(world, order);
    expectDisputeTold(world, order);
  }
}

/**
 * Each event counts once, regardless of the number of deliveries, or not at all if functions were
 * killed.
 */
export async function expectCounts({ world, models }: SmallWorld, wasUndisturbed: boolean): Promise<void> {
  const counted = vi.mocked(recordMetric).mock.calls;
  for (const { sessionId } of models) {
    const times = (metric: string) =>
      counted.filter(([name, detail]) => name === metric && detail?.orderId === sessionId).length;
    const order = await world.order(sessionId);
    const refundsSeen = (order?.history ?? []).filter(
      ({ amountRefundedInCents }, index, history) =>
        amountRefundedInCents > (history[index - 1]?.amountRefundedInCents ?? 0),
    ).length;
    const truth = { LicensesGranted: order?.licensedAt ? 1 : 0, Refunds: refundsSeen };
    for (const [metric, expected] of Object.entries(truth)) {
      expect(times(metric), metric).toBeLessThanOrEqual(expected);
      if (wasUndisturbed) expect(times(metric), metric).toBe(expected);
    }
  }
}

function expectOrder(model: ModelOrder, order: StoredOrder | undefined, leaving: Set<string>): void {
  if (model.money === 'none yet') {
    expect(order?.status ?? 'created').toBe('created');
    return;
  }
  expect(order).toMatchObject({
    status: statusOf(model),
    amountInCents: model.amountInCents,
    amountRefundedInCents: model.refundedInCents,
  });
  if (!order) return;
  expect(order).not.toHaveProperty('outbox');
  expect(buyerOf(order)).toBe(leaving.has(model.userId) ? undefined : model.userId);
  if (order.userId) expect(leaving.has(order.userId)).toBe(false);
  expect(order.history[0]?.status).toBe('created');
  expect(order.history.at(-1)).toMatchObject({
    status: order.status,
    amountRefundedInCents: order.amountRefundedInCents,
  });
  for (const [index, entry] of order.history.entries()) {
    const before = order.history[index - 1];
    if (!before) continue;
    expect(canBecome(before.status, entry.status)).toBe(true);
    if (entry === decisionOf(order) || entry.cause === 'passOn') continue;
    expect([entry.status, entry.amountRefundedInCents]).not.toEqual([
      before.status,
      before.amountRefundedInCents,
    ]);
  }
  const isUnearned = model.money === 'here' && model.amountInCents > 0 && !order.licensedAt;
  // A buyer whose account was deleted before the payment gets a refund, unless the bank has the
  // money.
  const isWithUs = isLicensed(statusOf(model)) && !isAtTheBank(model);
  if (isUnearned && leaving.has(model.userId) && isWithUs) {
    expect(order.hasRefundFailed).toBe(true);
  }
}

/** Each refund that we made has one credit note, unless the bank returned one, and the order has the numbers at Stripe. */
function expectCreditNotes({ fakeStripe: { store } }: PaymentWorld, order: StoredOrder): void {
  const { invoiceId, paymentIntentId, creditNotes = [] } = order;
  if (!invoiceId) return;
  const hasFailed = (id: unknown) => store.refunds.get(String(id))?.status === 'failed';
  const issued = [...store.creditNotes.values()].filter(
    ({ invoice, status, refunds }) =>
      invoice === invoiceId && status === 'issued' && !refunds.some(({ refund }) => hasFailed(refund)),
  );
  expect(creditNotes.map(({ number }) => number)).toEqual(issued.map(({ number }) => number));
  const refunds = [...store.refunds.values()].filter(({ payment_intent: id }) => id === paymentIntentId);
  if (refunds.some(({ status }) => status === 'failed')) return;
  for (const { id, metadata } of refunds.filter(
    (refund) => refund.metadata?.orderId ?? refund.metadata?.actionId,
  ))
    expect(
      issued.filter((note) => note.refunds.some(({ refund }) => refund === id)),
      `credit notes of ${JSON.stringify(metadata)}`,
    ).toHaveLength(1);
}

/** Every holder of a license has its file, and its event was published. */
function expectLicense({ licenses }: PaymentWorld, order: StoredOrder, isGiving: boolean): void {
  const { orderId, userId, reissues, licensedAt = '', licenseFile } = order;
  const issuedAt = reissues?.at ?? licensedAt;
  const isAnnounced = licenses.announced.some(
    (license) =>
      license.orderId === orderId && license.userId === userId && license.issue === reissues?.count,
  );
  if (!userId) expect(licenseFile).toBeUndefined();
  if (!userId || !isGiving) return;
  // Days may have passed until the file was issued.
  if (licenses.isRecent(issuedAt)) expect(isAnnounced).toBe(true);
  expect(order).not.toHaveProperty('isLicenseUnannounced');
  expect(readClaims(licenseFile ?? '')).toMatchObject({
    jti: licenseIdOf(order),
    email: `${userId}@example.test`,
    kind: userId === buyerOf(order) ? expect.any(String) : 'gift',
    iat: Math.floor(Date.parse(issuedAt) / 1000),
  });
}

/** No buyer pays twice for the same license, or gets a refund without a reason. */
function expectMoney(
  { world, wasSlow }: SmallWorld,
  own: ModelOrder[],
  orders: StoredOrder[],
  /** The orders that may have given the buyer a license. */
  candidates: StoredOrder[],
): void {
  const stored = new Map(orders.map((order) => [order.orderId, order]));
  const kept = own.filter(
    (model) =>
      model.amountInCents > 0 &&
      isLicensed(statusOf(model)) &&
      // The buyer may have bought another license after it.
      !stored.get(model.sessionId)?.passedOnAt,
  );
  const isKnown = ({ sessionId }: ModelOrder) =>
    stored.get(sessionId)?.hasRefundFailed ||
    world.announced.some(({ orderId, change }) => orderId === sessionId && change === 'heldTwice');
  const unnoticed = kept.filter((model) => !isKnown(model) && !isAtTheBank(model));
  expect(unnoticed.length).toBeLessThanOrEqual(1);

  for (const order of orders) expectDecision(order);
  const decided = ['withdrawn', 'requested'];
  for (const order of orders.filter(({ refundReason }) => refundReason && !decided.includes(refundReason))) {
    expect(order.refundReason).toBe('duplicate');
    expect(order.licensedAt).toBeUndefined();
    const paidAt = order.history.find(({ status }) => isLicensed(status))?.at ?? '';
    // A slow function may write outdated data, so the other order may have given the license until a
    // moment before.
    const held = wasSlow ? wasLicensedBy : gaveAt;
    expect(candidates.some((other) => other !== order && held(other, paidAt))).toBe(true);
    if (!order.hasRefundFailed) expect(['refunded', 'disputed', 'disputeLost']).toContain(order.status);
  }
}

/** A withdrawal in time, or a full refund by the team, ends the license and returns the money, unless the bank has it or returned it. */
function expectDecision(order: StoredOrder): void {
  const { withdrawnAt, refundReason, status, hasRefundFailed } = order;
  if (withdrawnAt === undefined) expect(refundReason).not.toBe('withdrawn');
  else if (isLicensed(status)) expect(refundReason).toBe('withdrawn');
  if (refundReason === 'requested') expect(order.deskRefund).toBeDefined();
  if (refundReason && refundReason !== 'duplicate' && !hasRefundFailed)
    expect(['refunded', 'disputed', 'disputeLost']).toContain(status);
}

const isAtTheBank = (model: ModelOrder) => statusOf(model) === 'disputed';

/**
 * The buyer's emails match the order's history, each with one idempotency key, even if it is published repeatedly.
 */
function expectNews({ announced }: PaymentWorld, orders: StoredOrder[], hasMoved: boolean): void {
  const newsOf = ({ orderId }: StoredOrder) => [
    ...new Map(
      announced
        .filter((news) => news.orderId === orderId && news.change !== 'disputed')
        .map(({ idempotencyKey, change }) => [`${idempotencyKey}${change}`, change]),
    ).values(),
  ];
  const licensed = orders.filter(({ licensedAt }) => licensedAt);
  for (const order of licensed) {
    expect(newsOf(order).filter((change) => change === 'granted')).toHaveLength(1);
    if (hasMoved || licensed.length > 1 || order.refundReason || order.source) continue;
    const gives = order.history.map(({ status }) => isLicensed(status));
    const expected = gives.slice(1).flatMap((isGiving, index) => {
      const { status, amountRefundedInCents: refunded = 0 } = order.history[index + 1] ?? {};
      if (status === 'failed') return ['paymentFailed'];
      if (status === 'paymentPending') return ['paymentPending'];
      const isMoreRefunded = refunded > (order.history[index]?.amountRefundedInCents ?? 0);
      if (isGiving === gives[index])
        return isGiving && isMoreRefunded && status === 'partlyRefunded' ? ['partlyRefunded'] : [];
      if (!isGiving) return ['revoked'];
      return gives.slice(0, index + 1).includes(true) ? ['restored'] : ['granted'];
    });
    expect(newsOf(order).sort()).toEqual(expected.sort());
  }
  for (const order of orders.filter(({ refundReason }) => refundReason === 'withdrawn')) {
    expect(newsOf(order).filter((change) => change === 'withdrawn')).toHaveLength(1);
    expect(newsOf(order).includes('refundFailed')).toBe(order.hasRefundFailed === true);
  }
  for (const order of orders.filter(({ refundReason }) => refundReason === 'duplicate')) {
    // A payment that was refunded before we first saw it paid was not a duplicate yet.
    const seenPaid = order.history.findIndex(({ status }) => isLicensed(status));
    const times = order.history.filter(
      ({ status }, index) =>
        index > seenPaid && status === 'refunded' && order.history[index - 1]?.status !== 'refunded',
    ).length;
    expect(newsOf(order).filter((change) => change === 'duplicateRefunded')).toHaveLength(times);
    expect(newsOf(order).includes('refundFailed')).toBe(order.hasRefundFailed === true);
  }
}

/**
 * The team is notified of a failed refund, even when the buyer has deleted the account. Nothing is
 * published about the buyer after that.
 */
function expectTeamDecisions({ announced }: PaymentWorld, { orderId, hasRefundFailed }: StoredOrder): void {
  const isPublished = announced.some((news) => news.orderId === orderId && news.change === 'refundFailed');
  expect(isPublished).toBe(hasRefundFailed === true);
}

/** The team is notified of each dispute that needs evidence, even when the buyer has deleted the account, and of no other. */
function expectDisputeTold({ announced }: PaymentWorld, { orderId, status, dispute }: StoredOrder): void {
  const told = announced.filter((news) => news.orderId === orderId && news.change === 'disputed');
  const keys = new Set(told.map(({ idempotencyKey }) => idempotencyKey));
  if (dispute?.needsEvidence) expect(keys).toContain(disputeKeyOf(dispute));
  if (status === 'disputed') expect(dispute).toBeDefined();
  if (!dispute) expect(keys.size).toBe(0);
}

/** Whenever the refund of a payment that we saw before fails, the buyer or the team is notified. */
function expectFailedRefundsTold({ announced }: PaymentWorld, order: StoredOrder): void {
  const { orderId, history } = order;
  const decision = decisionOf(order);
  for (const [index, { status }] of history.entries()) {
    const wasSeenPaid = history.slice(0, index).some((entry) => isLicensed(entry.status));
    if (!wasSeenPaid || history[index - 1]?.status !== 'refunded' || !isLicensed(status)) continue;
    // The buyer withdrew at the same moment, gets that email, and another refund.
    if (decision && history[index + 1] === decision) continue;
    const published = announced.filter(
      (news) => news.orderId === orderId && news.idempotencyKey === String(index + 1),
    );
    expect(['restored', 'heldTwice', 'refundFailed']).toContain(published[0]?.change);
  }
}

/**
 * The entry of the history that changes neither the status nor the refunded amount: the withdrawal, or the decision of the team to refund
 * everything.
 */
function decisionOf({
  withdrawnAt,
  refundReason,
  history,
}: StoredOrder): StoredOrder['history'][number] | undefined {
  if (withdrawnAt === undefined && refundReason !== 'requested') return undefined;
  return history.find(({ status, amountRefundedInCents, cause }, index) => {
    const before = history[index - 1];
    return (
      cause !== 'passOn' &&
      before?.status === status &&
      before.amountRefundedInCents === amountRefundedInCents
    );
  });
}

const wasLicensedBy = ({ licensedAt }: StoredOrder, at: string) =>
  licensedAt !== undefined && licensedAt < at;

/** Whether an order gave the license right before that time. */
function gaveAt(order: StoredOrder, at: string): boolean {
  if (!order.licensedAt || order.licensedAt >= at) return false;
  const decision = decisionOf(order);
  if (decision && decision.at < at) return false;
  const last = order.history.filter((entry) => entry.at < at).at(-1);
  return last !== undefined && isLicensed(last.status);
}
