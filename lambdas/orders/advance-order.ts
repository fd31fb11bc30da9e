import type { LicenseChange } from '../../contract/license-changes.ts';
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

/** Whether we are to send back money that we have. */
export function isRefundDue(order: StoredOrder): boolean {
  return order.refundReason !== undefined && refundable.has(order.status);
}

/** A disputed payment cannot be refunded; how the dispute ends decides. */
const refundable: ReadonlySet<StoredOrder['status']> = new Set(['paid', 'partlyRefunded', 'disputeWon']);

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
    history: [{ at: createdAt, status: 'created', amountRefundedInCents: 0, cause: 'checkout' }],
  };
}

function follow(order: StoredOrder, checkout: Checkout, { at, cause }: Occasion): StoredOrder {
  const { status, amountRefundedInCents, paymentIntentId, receiptUrl } = checkout;
  if (!canBecome(order.status, status)) {
    throw new Error(`Order ${order.orderId} is ${order.status} and cannot be ${status}, as Stripe says.`);
  }
  const isSame =
    order.status === status &&
    order.amountRefundedInCents === amountRefundedInCents &&
    order.paymentIntentId === paymentIntentId &&
    order.receiptUrl === receiptUrl;
  if (isSame) return order;
  return {
    ...order,
    status,
    amountInCents: checkout.amountInCents,
    amountRefundedInCents,
    ...(paymentIntentId ? { paymentIntentId } : {}),
    ...(receiptUrl ? { receiptUrl } : {}),
    history:
      order.status === status && order.amountRefundedInCents === amountRefundedInCents
        ? order.history
        : [...order.history, { at, status, amountRefundedInCents, cause }],
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
  if (!buyer) return order;
  if (isFirstTime) {
    const converts = referrerId !== undefined && referrerId !== buyer.userId && !holdsOther;
    return announcing({ ...order, licensedAt: at, converts }, 'granted');
  }
  if (givesLicense(order) && !held) return announcing(order, holdsOther ? undefined : 'restored');
  if (!givesLicense(order) && held) return announcing(order, holdsOther ? undefined : 'revoked');
  const isPaidBack = order.status === 'refunded' && before.status !== 'refunded';
  return isPaidBack && order.refundReason === 'duplicate' ? announcing(order, 'duplicateRefunded') : order;
}

/** The order with a change of the license that is still to be carried out, and told if it makes a difference to the buyer. */
function announcing(order: StoredOrder, change: LicenseChange | undefined): StoredOrder {
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

/** Without what leads to a person. What was sold, when, and for how much stays, for the tax office. */
function orderOfNobody(order: StoredOrder): StoredOrder {
  if (order.userId === undefined && order.referralCode === undefined && !order.unfinished) return order;
  const { userId: _buyer, referralCode: _friend, unfinished: _mails, ...rest } = order;
  return rest;
}
