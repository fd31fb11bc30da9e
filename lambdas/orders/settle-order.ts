import type Stripe from 'stripe';
import type { DetailOf } from '../../contract/events.ts';
import { orderStates } from '../../contract/order-states.ts';
import { count } from '../platform/count.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import type { Licenses, StoredUser, TransactionPart, UserStore } from '../users/user-store.ts';
import { advanceOrder, givesLicense, isRefundDue, licensesAfter } from './advance-order.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';
import { type Checkout, readCheckout, type Till } from './read-checkout.ts';

export interface SettlementDependencies extends Till {
  orders: Pick<OrderStore, 'find' | 'save' | 'finish'>;
  users: Pick<UserStore, 'find' | 'mustHold' | 'replaceLicenses'>;
  referrals: Pick<ReferralStore, 'ownerOf' | 'conversion'>;
  /** Puts a user into the group `paid`, or takes them out of it. May be repeated. */
  setPaid: (userId: string, isPaid: boolean) => Promise<void>;
  /** Tells whoever follows, such as the mail. May be repeated. */
  announce: (change: DetailOf<'licenseChanged'>) => Promise<void>;
  now: () => Date;
  /** Before another attempt. */
  pause: (attempt: number) => Promise<void>;
}

/** Each further attempt means that somebody else was faster, or that the order moved on by what we did. */
const maxAttempts = 6;

/**
 * Brings an order, the license and the referral in step with what Stripe says of the checkout. What led here does not matter: events come
 * late, twice, out of order, or not at all.
 *
 * The order is read before Stripe is asked, and written only if it is still the same. So what is written was true after whatever was
 * written before it, and nothing old can come last. Order, license and conversion change in one transaction. What lies outside of the
 * tables, the group and the mails, follows from them. News is noted in the order as unfinished until it is told; the group is looked after
 * each time, because a run that was cut off may have written to it last.
 *
 * @returns the order as it stands; undefined when the checkout is not ours, or not one of this buyer if one is given
 * @throws Error when Stripe's state cannot follow the order's, money could not be sent back, or somebody paid whom we never knew
 */
export async function settleOrder(
  dependencies: SettlementDependencies,
  { sessionId, cause, buyerId }: { sessionId: string; cause: string; buyerId?: string },
): Promise<StoredOrder | undefined> {
  const { stripe, orders, users, referrals, now, pause } = dependencies;
  let hasRefunded = false;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const standing = await orders.find(sessionId);
    const checkout = await readCheckout(dependencies, sessionId);
    if (!checkout || (buyerId !== undefined && checkout.userId !== buyerId)) return undefined;
    const buyer = await findBuyer(users, standing, checkout);
    if (!standing && !buyer) return nobodyKnown(checkout);
    const referrerId = checkout.referralCode && (await referrals.ownerOf(checkout.referralCode));
    const occasion = { at: now().toISOString(), cause };
    const order = advanceOrder(standing, checkout, { buyer, referrerId }, occasion);
    const parts = whatFollows(dependencies, order, buyer, referrerId !== undefined);
    if (order !== standing && !(await orders.save(order, standing?.version, parts))) {
      await pause(attempt);
      continue;
    }
    countChanges(standing, order);
    if (isRefundDue(order)) {
      if (hasRefunded) throw new Error(`The money of order ${order.orderId} could not be sent back.`);
      await sendBack(stripe, order);
      hasRefunded = true;
      continue;
    }
    if (order.licensedAt && order.userId) await keepGroupInStep(dependencies, order.userId);
    if (order.unfinished) await tell(dependencies, order);
    return order;
  }
  throw new Error(`Order ${sessionId} changed again and again.`);
}

/**
 * A checkout is noted as an order when it is opened, while its buyer has an account. Without either it is hardly ours, and no money is sent
 * anywhere on a guess.
 * @throws Error when somebody paid
 */
function nobodyKnown({ sessionId, status, amountInCents }: Checkout): undefined {
  if (amountInCents > 0 && orderStates[status].givesLicense) {
    throw new Error(`${sessionId} is paid, and there is neither an order nor an account that belongs to it.`);
  }
}

/** An order that has lost its buyer is nobody's, although Stripe still knows who it was. */
async function findBuyer(
  users: SettlementDependencies['users'],
  standing: StoredOrder | undefined,
  checkout: Checkout,
): Promise<StoredUser | undefined> {
  const userId = standing ? standing.userId : checkout.userId;
  return userId === undefined ? undefined : users.find(userId);
}

/** What else is written with the order. */
function whatFollows(
  { users, referrals }: SettlementDependencies,
  order: StoredOrder,
  buyer: StoredUser | undefined,
  isReferred: boolean,
): TransactionPart[] {
  const { referralCode, licensedAt, converts } = order;
  return [
    ...(buyer ? [holding(users, order, buyer)] : []),
    ...(isReferred && converts && referralCode && licensedAt
      ? referrals.conversion(referralCode, { orderId: order.orderId, licensedAt }, givesLicense(order))
      : []),
  ];
}

function holding(
  users: SettlementDependencies['users'],
  order: StoredOrder,
  buyer: StoredUser,
): TransactionPart {
  const { licenses: held = nothing } = buyer;
  const licenses = licensesAfter(held, order);
  return licenses === held
    ? users.mustHold(buyer.userId, buyer.licenses)
    : users.replaceLicenses(buyer, licenses);
}

const nothing: Licenses = {};

/** Whoever writes an order counts what is new in it, so nothing is counted twice. A run that ends between the two counts nothing. */
function countChanges(before: StoredOrder | undefined, { orderId, ...after }: StoredOrder): void {
  if (after.licensedAt && !before?.licensedAt) count('LicensesGranted', { orderId });
  if (after.amountRefundedInCents > (before?.amountRefundedInCents ?? 0)) count('Refunds', { orderId });
}

async function tell({ orders, announce }: SettlementDependencies, order: StoredOrder): Promise<void> {
  const { orderId, userId, unfinished = [] } = order;
  for (const { change, changeId } of unfinished) {
    await announce({ orderId, ...(userId ? { userId } : {}), change, changeId });
  }
  await orders.finish(order);
}

/**
 * The group follows the record. Two runs may do this at once, and the slower one with what was true before: whoever has written looks
 * whether the record still says so, so that the last write is always a true one.
 */
async function keepGroupInStep(
  { users, setPaid, pause }: SettlementDependencies,
  userId: string,
): Promise<void> {
  let user = await users.find(userId);
  for (let attempt = 1; user && attempt <= maxAttempts; attempt++) {
    const { status } = user.subscription;
    await setPaid(userId, status === 'active');
    user = await users.find(userId);
    if (user?.subscription.status === status) return;
    await pause(attempt);
  }
  if (user) throw new Error('The license changed again and again.');
}

/**
 * All that is left of it. Without an idempotency key of ours: Stripe sends nothing back twice anyway, and would repeat its first answer to
 * a key for a day, also when that was a failure.
 * @see https://docs.stripe.com/api/idempotent_requests
 */
async function sendBack(stripe: Stripe, { orderId, paymentIntentId, refundReason }: StoredOrder) {
  if (!paymentIntentId) throw new Error(`Order ${orderId} has no payment to send back.`);
  try {
    await stripe.refunds.create({
      payment_intent: paymentIntentId,
      reason: refundReason === 'duplicate' ? 'duplicate' : 'requested_by_customer',
      metadata: { orderId },
    });
  } catch (error) {
    const { code } = error as Partial<Stripe.errors.StripeError>;
    // Somebody else has done it, or the bank has taken it: Stripe is asked again how it stands.
    if (code !== 'charge_already_refunded' && code !== 'charge_disputed') throw error;
  }
}
