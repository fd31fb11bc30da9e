import { isDeepStrictEqual } from 'node:util';
import type { Concern, LicenseChange } from '../../contract/license-changes.ts';
import { canBecome, orderStates } from '../../contract/order-states.ts';
import type { Licenses, StoredUser } from '../users/user-store.ts';
import type { StoredOrder } from './order-store.ts';
import type { Checkout } from './read-checkout.ts';

interface Occasion {
  /** ISO 8601, UTC. */
  at: string;
  /** What made us look. */
  cause: string;
}

/** Whom an order concerns, as they stand. */
interface Concerned {
  /** Undefined when their account is gone. */
  buyer: Pick<StoredUser, 'userId' | 'licenses'> | undefined;
  /** Whose code the checkout came with; undefined when it is nobody's. */
  referrerId: string | undefined;
}

/**
 * The order as it is now that Stripe says this of its checkout. The very same object when there is nothing new.
 * @throws Error when Stripe's state cannot follow the one that the order is in
 */
export function advanceOrder(
  standing: StoredOrder | undefined,
  checkout: Checkout,
  concerned: Concerned,
  occasion: Occasion,
): StoredOrder {
  const before = standing ?? openedOrder(checkout);
  const moved = follow(before, checkout, occasion);
  const next = withLicense(moved, before, concerned, occasion.at);
  const known = concerned.buyer ? next : orderOfNobody(next);
  if (known === standing) return known;
  return { ...known, version: (standing?.version ?? 0) + 1 };
}

/** Whether the buyer holds the license by this order, as far as it is up to the order. */
export function givesLicense(order: StoredOrder): boolean {
  return orderStates[order.status].givesLicense && order.refundReason === undefined;
}

/** Whether we are to send back money that we have. What has come back once is not sent again. */
export function isRefundDue({ refundReason, isSendBackFailed, status }: StoredOrder): boolean {
  return refundReason !== undefined && !isSendBackFailed && refundable.has(status);
}

/** Whether nothing is left to do for the order while Stripe says this of its checkout. */
export function isInStep(order: StoredOrder, checkout: Checkout): boolean {
  return isSame(order, checkout) && !isRefundDue(order) && !order.unfinished;
}

function isSame(order: StoredOrder, { status, amountRefundedInCents }: Checkout): boolean {
  return order.status === status && order.amountRefundedInCents === amountRefundedInCents;
}

/** A disputed payment cannot be refunded; how the dispute ends decides. */
const refundable: ReadonlySet<StoredOrder['status']> = new Set(['paid', 'partlyRefunded', 'disputeWon']);

/** How long a checkout that nobody finishes is remembered. It is open for a day at most. */
const unfinishedSeconds = 30 * 24 * 60 * 60;

/** The order of a checkout that has just been opened. */
export function openedOrder(checkout: Checkout): StoredOrder {
  const { sessionId: orderId, userId, priceId, referralCode, termsVersion, createdAt } = checkout;
  return {
    orderId,
    userId,
    priceId,
    amountInCents: checkout.amountInCents,
    amountRefundedInCents: 0,
    currency: checkout.currency,
    status: 'created',
    createdAt,
    ...(referralCode ? { referralCode } : {}),
    ...(termsVersion ? { termsVersion } : {}),
    version: 0,
    expiration: Math.floor(Date.parse(createdAt) / 1000) + unfinishedSeconds,
    history: [{ at: createdAt, status: 'created', amountRefundedInCents: 0, cause: 'checkout' }],
  };
}

function follow(order: StoredOrder, checkout: Checkout, { at, cause }: Occasion): StoredOrder {
  const { status, amountRefundedInCents, paymentIntentId, receiptUrl } = checkout;
  if (!canBecome(order.status, status)) {
    throw new Error(`Order ${order.orderId} is ${order.status} and cannot be ${status}, as Stripe says.`);
  }
  if (isSame(order, checkout)) return order;
  const { expiration, ...kept } = order;
  return {
    ...kept,
    ...(orderStates[status].isPurchase ? {} : { expiration }),
    status,
    amountInCents: checkout.amountInCents,
    amountRefundedInCents,
    ...(paymentIntentId ? { paymentIntentId } : {}),
    // Stripe makes up another address each time it is asked: it is no change of its own.
    ...(receiptUrl ? { receiptUrl } : {}),
    history: [...order.history, { at, status, amountRefundedInCents, cause }],
  };
}

/** What follows for the license: given, taken, given back, or the money sent back because it was paid for nothing. */
function withLicense(
  order: StoredOrder,
  before: StoredOrder,
  { buyer, referrerId }: Concerned,
  at: string,
): StoredOrder {
  const { [order.orderId]: held, ...others } = buyer?.licenses ?? {};
  const holdsOther = Object.keys(others).length > 0;
  const isFirstTime = orderStates[order.status].givesLicense && !order.licensedAt && !order.refundReason;
  if (isFirstTime && order.amountInCents > 0) {
    if (!buyer) return { ...order, refundReason: 'account deleted' };
    if (holdsOther) return { ...order, refundReason: 'duplicate' };
  }
  if (order.refundReason && before.status === 'refunded' && refundable.has(order.status)) {
    return telling({ ...order, isSendBackFailed: true }, 'sendBackFailed');
  }
  if (!buyer) return order;
  if (isFirstTime) {
    const converts = referrerId !== undefined && referrerId !== buyer.userId && !holdsOther;
    return telling({ ...order, licensedAt: at, converts }, 'granted');
  }
  if (givesLicense(order) && !held) return telling(order, holdsOther ? 'heldTwice' : 'restored');
  if (!givesLicense(order) && held) return telling(order, holdsOther ? undefined : 'revoked');
  if (order.status === 'failed' && before.status !== 'failed') return telling(order, 'paymentFailed');
  const isPaidBack = order.status === 'refunded' && before.status !== 'refunded';
  return isPaidBack && order.refundReason === 'duplicate' ? telling(order, 'duplicateRefunded') : order;
}

/** The order with something that is still to be carried out, and told if there is somebody to whom it makes a difference. */
function telling(order: StoredOrder, change: LicenseChange | Concern | undefined): StoredOrder {
  const changeId = String(order.history.length);
  return { ...order, unfinished: [...(order.unfinished ?? []), ...(change ? [{ change, changeId }] : [])] };
}

/** What the buyer holds, and since when, after this order is as it is. The very same object when nothing changes. */
export function licensesAfter(licenses: Licenses, order: StoredOrder): Licenses {
  const { [order.orderId]: held, ...others } = licenses;
  const since = givesLicense(order) ? order.licensedAt : undefined;
  if (since === held) return licenses;
  return since === undefined ? others : { ...others, [order.orderId]: since };
}

/**
 * Without what leads to the buyer, and with nobody to tell but the team. What was sold, when, and for how much stays, for the tax office; and
 * by whose code, so that a refund takes back what it counted for.
 */
function orderOfNobody(order: StoredOrder): StoredOrder {
  const { userId: _buyer, receiptUrl: _receipt, unfinished, ...rest } = order;
  const concerning = unfinished?.filter(({ change }) => change === 'sendBackFailed') ?? [];
  const ofNobody = concerning.length > 0 ? { ...rest, unfinished: concerning } : rest;
  return isDeepStrictEqual(ofNobody, order) ? order : ofNobody;
}
