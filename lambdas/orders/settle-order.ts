import type Stripe from 'stripe';
import type { DetailOf } from '../../contract/events.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import type { StoredUser, TransactionPart, UserStore } from '../users/user-store.ts';
import { advanceOrder, givesLicense, isRefundDue, licensesAfter } from './advance-order.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';
import { type Checkout, readCheckout } from './read-checkout.ts';

export interface SettlementDependencies {
  stripe: Stripe;
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
const maxAttempts = 12;

/**
 * Brings an order, the license and the referral in step with what Stripe says of the checkout. What led here does not matter: events come
 * late, twice, out of order, or not at all.
 *
 * The order is read before Stripe is asked, and written only if it is still the same. So what is written was true after whatever was
 * written before it, and nothing old can come last. Order, license and conversion change in one transaction. What lies outside of the
 * tables, the group and the mails, follows from them and is noted in the order as unfinished until it is done, so whatever is interrupted ends well when it
 * runs again.
 *
 * @returns the order as it stands; undefined when the checkout is not ours
 * @throws Error when Stripe's state cannot follow the order's, or money could not be sent back
 */
export async function settleOrder(
  dependencies: SettlementDependencies,
  { sessionId, cause }: { sessionId: string; cause: string },
): Promise<StoredOrder | undefined> {
  const { stripe, orders, users, referrals, now, pause } = dependencies;
  let hasRefunded = false;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const standing = await orders.find(sessionId);
    const checkout = await readCheckout(stripe, sessionId);
    if (!checkout) return undefined;
    const buyer = await findBuyer(users, standing, checkout);
    const referrerId = checkout.referralCode && (await referrals.ownerOf(checkout.referralCode));
    const occasion = { at: now().toISOString(), cause };
    const order = advanceOrder(standing, checkout, { buyer, referrerId }, occasion);
    const parts = whatFollows(dependencies, order, buyer, referrerId !== undefined);
    if (order !== standing && !(await orders.save(order, standing?.version, parts))) {
      await pause(attempt);
      continue;
    }
    if (isRefundDue(order)) {
      if (hasRefunded) throw new Error(`The money of order ${order.orderId} could not be sent back.`);
      await sendBack(stripe, order);
      hasRefunded = true;
      continue;
    }
    if (order.unfinished) await finish(dependencies, order);
    return order;
  }
  throw new Error(`Order ${sessionId} changed again and again.`);
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
  if (!buyer) return [];
  const licenses = licensesAfter(buyer.licenses ?? {}, order);
  const { referralCode, licensedAt, converts } = order;
  return [
    licenses === buyer.licenses || (!buyer.licenses && Object.keys(licenses).length === 0)
      ? users.mustHold(buyer.userId, buyer.licenses)
      : users.replaceLicenses(buyer, licenses),
    ...(isReferred && converts && referralCode && licensedAt
      ? referrals.conversion(referralCode, { orderId: order.orderId, licensedAt }, givesLicense(order))
      : []),
  ];
}

/** Group first, then the news: who reads the mail at once finds it to be true. */
async function finish(dependencies: SettlementDependencies, order: StoredOrder): Promise<void> {
  const { orders, announce } = dependencies;
  const { orderId, userId, unfinished = [] } = order;
  if (userId !== undefined) {
    await keepGroupInStep(dependencies, userId);
    for (const { change, changeId } of unfinished) await announce({ userId, orderId, change, changeId });
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
 * All that is left of it. Stripe refuses to send back what it has sent back already. It repeats its first answer to a key, also a refusal
 * because of a dispute: once the order has moved on, it is another key.
 */
async function sendBack(stripe: Stripe, { orderId, version, paymentIntentId, refundReason }: StoredOrder) {
  if (!paymentIntentId) throw new Error(`Order ${orderId} has no payment to send back.`);
  try {
    await stripe.refunds.create(
      {
        payment_intent: paymentIntentId,
        reason: refundReason === 'duplicate' ? 'duplicate' : 'requested_by_customer',
        metadata: { orderId },
      },
      { idempotencyKey: `send-back-${orderId}-${version}` },
    );
  } catch (error) {
    const { code } = error as Partial<Stripe.errors.StripeError>;
    // Somebody else has done it, or the bank has taken it: Stripe is asked again how it stands.
    if (code !== 'charge_already_refunded' && code !== 'charge_disputed') throw error;
  }
}
