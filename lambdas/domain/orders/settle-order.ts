import type Stripe from 'stripe';
import type { Order } from '../../../contract/records/order.ts';
import { orderStates } from '../../../contract/records/order-states.ts';
import { AppError } from '../../platform/app-error.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { recordMetric } from '../../platform/record-metric.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import type { Licenses, StoredUser, UserStore } from '../users/user-store.ts';
import { advanceOrder, givesLicense, isRefundDue, licensesAfter } from './advance-order.ts';
import { type FinishDependencies, finishOrder } from './finish-order.ts';
import { createCreditNotes, creditNotesToMake } from './order-credit-notes.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';
import { type Checkout, readCheckout, type StripeContext } from './read-checkout.ts';

export interface SettlementDependencies extends StripeContext, FinishDependencies {
  orders: Pick<OrderStore, 'find' | 'save' | 'finish' | 'refuseCreditNotes'>;
  users: Pick<UserStore, 'find' | 'licensesCondition' | 'replaceLicenses'>;
  referrals: Pick<ReferralStore, 'ownerOf' | 'conversion'>;
  now: () => Date;
  /** Before another attempt. */
  pause: (attempt: number) => Promise<void>;
}

interface Settlement {
  sessionId: string;
  /** The cause of the run: the id of a Stripe event, or the name of one of our functions. */
  cause: string;
  /** Ignores checkouts of other buyers. By default, every buyer is accepted. */
  buyerId?: string;
  /** When the buyer stated a withdrawal; ISO 8601, UTC. */
  withdrawnAt?: string;
}

/** Each further attempt means that another run was faster, or that our own refund changed the payment. */
const maxAttempts = 6;

/**
 * Reconciles an order, its license and its referral with the state of the checkout at Stripe. The trigger of the run does not matter,
 * because events arrive late, twice, out of order, or not at all.
 *
 * The order is read before the checkout, and written only if it has not changed since, so an older state never overwrites a newer one.
 * Order, license and conversion change in one transaction. The outbox of the order keeps the work outside of the tables (the group, the
 * license file and the email) until it is done.
 *
 * @returns the order as stored; undefined when the checkout is not ours, or does not belong to `buyerId`
 * @throws Error when the order cannot reach Stripe's state, a refund does not appear at Stripe, or an unknown person paid
 */
export async function settleOrder(
  dependencies: SettlementDependencies,
  { sessionId, cause, buyerId, withdrawnAt }: Settlement,
): Promise<StoredOrder | undefined> {
  const { stripe, orders, users, referrals, now, pause } = dependencies;
  let hasRefunded = false;
  let hasCredited = false;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const current = await orders.find(sessionId);
    const checkout = await readCheckout(dependencies, sessionId, { isKnown: current !== undefined });
    if (!checkout || (buyerId !== undefined && checkout.userId !== buyerId)) return undefined;
    const buyer = await findBuyer(users, current, checkout);
    if (!current && !buyer) return refuseUnknownBuyer(checkout);
    const referrerId = checkout.referralCode && (await referrals.ownerOf(checkout.referralCode));
    const hasRefundFailed =
      isRefundDue({ ...current, status: checkout.status }) && (await hasFailedRefund(stripe, checkout));
    const trigger = { at: now().toISOString(), cause };
    const order = advanceOrder(
      current,
      checkout,
      { buyer, referrerId, hasRefundFailed, withdrawnAt },
      trigger,
    );
    const parts = whatFollows(dependencies, order, buyer, referrerId !== undefined);
    if (order !== current && !(await orders.save(order, current?.version, parts))) {
      await pause(attempt);
      continue;
    }
    countChanges(current, order);
    if (isRefundDue(order)) {
      // Repeats if an earlier partial refund fails in between, because a part of the payment is then left again.
      if (hasRefunded) await pause(attempt);
      await refundPayment(stripe, order);
      hasRefunded = true;
      continue;
    }
    await finishOrder(dependencies, order);
    // The last step, because the end of a license and its email must not wait for a document. The next attempt stores the numbers.
    const missing = hasCredited ? [] : creditNotesToMake(order, checkout);
    const { hasCreated, refused } = await createCreditNotes(stripe, missing);
    const known = (refused.length > 0 && (await orders.refuseCreditNotes(order, refused))) || order;
    if (!hasCreated) return known;
    hasCredited = true;
  }
  throw new Error(
    hasRefunded
      ? `Stripe accepted the refund of order ${sessionId} but does not show it.`
      : `Order ${sessionId} kept changing while it was being settled.`,
  );
}

/**
 * A checkout gets its order when it is opened, while its buyer has an account. Without an order and an account, we cannot identify it as
 * ours, so no money is refunded.
 * @throws Error when the checkout is paid
 */
function refuseUnknownBuyer({ sessionId, status, amountInCents }: Checkout): undefined {
  if (amountInCents > 0 && orderStates[status].givesLicense) {
    throw new Error(`${sessionId} is paid, and there is neither an order nor an account that belongs to it.`);
  }
}

/** An order has no buyer after the deletion of the account, although Stripe still has their data. */
async function findBuyer(
  users: SettlementDependencies['users'],
  current: StoredOrder | undefined,
  checkout: Checkout,
): Promise<StoredUser | undefined> {
  const userId = current ? current.userId : checkout.userId;
  return userId === undefined ? undefined : users.find(userId);
}

/** Returns the other writes of the order's transaction. */
function whatFollows(
  { users, referrals }: SettlementDependencies,
  order: StoredOrder,
  buyer: StoredUser | undefined,
  isReferred: boolean,
): TransactionPart[] {
  const { referralCode, licensedAt, converts } = order;
  return [
    ...(buyer ? [licensePart(users, order, buyer)] : []),
    ...(isReferred && converts && referralCode && licensedAt
      ? [referrals.conversion(referralCode, { orderId: order.orderId, licensedAt }, givesLicense(order))]
      : []),
  ];
}

function licensePart(
  users: SettlementDependencies['users'],
  order: StoredOrder,
  buyer: StoredUser,
): TransactionPart {
  const { licenses: held = nothing } = buyer;
  const licenses = licensesAfter(held, order);
  return licenses === held
    ? users.licensesCondition(buyer.userId, buyer.licenses)
    : users.replaceLicenses(buyer, licenses);
}

const nothing: Licenses = {};

/** Only the run that saves an order counts its changes, so nothing is counted twice. If it is interrupted, nothing is counted. */
function countChanges(before: StoredOrder | undefined, { orderId, ...after }: StoredOrder): void {
  if (after.licensedAt && !before?.licensedAt) recordMetric('LicensesGranted', { orderId });
  if (after.amountRefundedInCents > (before?.amountRefundedInCents ?? 0))
    recordMetric('Refunds', { orderId });
}

/**
 * Whether a refund that we made ourselves failed or was canceled. Reads the refunds from Stripe, because a refund can fail before we see it
 * succeed.
 * @see https://docs.stripe.com/refunds#failed-refunds
 */
async function hasFailedRefund(stripe: Stripe, { sessionId, paymentIntentId }: Checkout): Promise<boolean> {
  if (!paymentIntentId) return false;
  for await (const { metadata, status } of stripe.refunds.list({
    payment_intent: paymentIntentId,
    limit: 100,
  })) {
    if (metadata?.orderId === sessionId && (status === 'failed' || status === 'canceled')) return true;
  }
  return false;
}

/**
 * Refunds the rest of the payment. Sends no idempotency key, because Stripe never refunds an amount twice, and would replay its first
 * response to the key for a day, even if that was a failure.
 * @see https://docs.stripe.com/api/idempotent_requests
 */
async function refundPayment(stripe: Stripe, { orderId, paymentIntentId, refundReason }: StoredOrder) {
  if (!paymentIntentId) throw new Error(`Order ${orderId} has no payment to refund.`);
  try {
    await stripe.refunds.create({
      payment_intent: paymentIntentId,
      reason: refundReason === 'duplicate' ? 'duplicate' : 'requested_by_customer',
      metadata: { orderId },
    });
  } catch (error) {
    const { code } = error as Partial<Stripe.errors.StripeError>;
    // Another run refunded it, or the bank took the money back. The next attempt reads the new state from Stripe.
    if (code !== 'charge_already_refunded' && code !== 'charge_disputed') throw error;
  }
}

/**
 * Settles the order of a buyer who returns before Stripe's event arrives, so that they get the license at once.
 * @throws AppError `not-found` for the checkout of another user, as for one that does not exist
 */
export async function confirmCheckout(
  dependencies: SettlementDependencies,
  buyerId: string,
  sessionId: string,
): Promise<Pick<Order, 'status' | 'refundReason'>> {
  const order = await settleOrder(dependencies, { sessionId, cause: 'confirmCheckout', buyerId });
  if (!order) throw new AppError('not-found', 'You have no such checkout.');
  const { status, refundReason } = order;
  return { status, ...(refundReason && { refundReason }) };
}
