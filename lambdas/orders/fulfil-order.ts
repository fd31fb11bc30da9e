import type Stripe from 'stripe';
import type { UserStore } from '../users/user-store.ts';
import type { Order, OrderStore } from './order-store.ts';

interface Dependencies {
  stripe: Stripe;
  orders: Pick<OrderStore, 'add' | 'forgetBuyer'>;
  users: Pick<UserStore, 'activateSubscription'>;
  /** Puts a user into the group `paid`. May be repeated. */
  addToPaidGroup: (userId: string) => Promise<void>;
  /** Tells whoever follows, such as the receipt. */
  announceLicense: (userId: string, orderId: string) => Promise<void>;
  now: Date;
}

export type Fulfilment = 'fulfilled' | 'not settled' | 'not ours' | 'user is gone' | 'paid by nobody';

/** Paid, or free: either way the order is complete and the buyer has a right to the license. */
export function isSettled(session: Stripe.Checkout.Session): boolean {
  return session.status === 'complete' && session.payment_status !== 'unpaid';
}

/**
 * Gives the buyer of a Checkout Session what they bought. Stripe's own state decides, not the event that led here: events
 * come late, twice and out of order. Order, subscription, group are written in this order, then announced, and each step can be repeated, so
 * whatever is interrupted ends well when it runs again.
 */
export async function fulfilOrder(
  { stripe, orders, users, addToPaidGroup, announceLicense, now }: Dependencies,
  { sessionId, stripeEventId }: { sessionId: string; stripeEventId: string },
): Promise<Fulfilment> {
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  if (!isSettled(session)) return 'not settled';
  const { userId, priceId } = session.metadata ?? {};
  if (!userId || !priceId) return 'not ours';

  const order = await orders.add(orderOf(session, userId, priceId, now, stripeEventId));
  if (!(await users.activateSubscription(userId, order.createdAt))) {
    // The account was deleted after the checkout had begun, and with it went what leads to its owner.
    await orders.forgetBuyer(order.orderId);
    return order.amountInCents > 0 ? 'paid by nobody' : 'user is gone';
  }
  await addToPaidGroup(userId);
  await announceLicense(userId, order.orderId);
  return 'fulfilled';
}

function orderOf(
  session: Stripe.Checkout.Session,
  userId: string,
  priceId: string,
  now: Date,
  stripeEventId: string,
): Order {
  const at = now.toISOString();
  const status = session.payment_status === 'no_payment_required' ? 'free' : 'paid';
  const paymentIntent = session.payment_intent;
  const paymentIntentId = typeof paymentIntent === 'string' ? paymentIntent : paymentIntent?.id;
  const referralCode = session.metadata?.referralCode;
  return {
    orderId: session.id,
    userId,
    priceId,
    amountInCents: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    status,
    ...(paymentIntentId ? { paymentIntentId } : {}),
    ...(referralCode ? { referralCode } : {}),
    createdAt: at,
    history: [{ at, status, stripeEventId }],
  };
}
