import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { AppError } from '../platform/app-error.ts';
import type { Caller } from '../platform/caller.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import type { CheckoutRequest } from './check-checkout-request.ts';
import type { OrderStore } from './order-store.ts';

/** The checkout a user was last sent to, and what they had asked for. */
export interface PendingCheckout {
  sessionId: string;
  fingerprint: string;
}

interface Dependencies {
  stripe: Stripe;
  users: Pick<UserStore, 'rememberCheckout'>;
  orders: Pick<OrderStore, 'find'>;
  readUser: () => Promise<StoredUser>;
}

/** Each further attempt means that another request of the same user won a race; more than this is abuse. */
const maxAttempts = 4;

/**
 * Opens a hosted checkout, or hands back the one that is open already.
 *
 * Stripe answers an idempotency key with whatever it answered first, even when that session has expired since, and
 * refuses a key that comes with other parameters. So the key is made of who buys, what was asked, and the session before
 * this one: a double click makes the same key, anything that should open a new session makes a new one.
 *
 * @throws AppError `aborted` when the caller holds the license or has paid for it and it is on its way.
 */
export async function openCheckout(
  { stripe, users, orders, readUser }: Dependencies,
  caller: Caller,
  request: CheckoutRequest,
): Promise<{ sessionId: string; url: string }> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const user = await readUser();
    refuseSecondLicense(user, caller);
    const parameters = sessionParameters(user, request);
    const fingerprint = sha256(JSON.stringify(parameters));
    const previous = user.checkout;
    if (previous) {
      const session = await stripe.checkout.sessions.retrieve(previous.sessionId, {
        expand: ['payment_intent'],
      });
      if (session.status === 'open' && previous.fingerprint === fingerprint) return destination(session);
      if (isOnItsWay(session) && !(await orders.find(session.id))) {
        throw new AppError('aborted', 'Your order is complete and your license is on its way.');
      }
      if (session.status === 'open' && !(await expire(stripe, session.id))) continue;
    }
    const session = await stripe.checkout.sessions.create(parameters, {
      idempotencyKey: sha256([user.userId, fingerprint, previous?.sessionId].join('|')),
    });
    const remembered = await users.rememberCheckout(
      user.userId,
      { sessionId: session.id, fingerprint },
      previous?.sessionId,
    );
    // A replayed answer shows the session as it once was: go round and look at it as it is now.
    const replayed = session.lastResponse.headers['idempotent-replayed'] === 'true';
    if (remembered && !replayed) return destination(session);
  }
  throw new AppError('aborted', 'Too many checkouts were started at once. Please try again in a moment.');
}

/** For what was paid the record decides: after a refund a token may still say `paid` for an hour. */
function refuseSecondLicense(user: StoredUser, caller: Caller): void {
  if (user.subscription.status === 'active' || caller.groups.some((group) => group !== 'paid')) {
    throw new AppError('aborted', 'You already have a license.');
  }
}

/** The buyer has done their part. A delayed payment may still be under way; one that failed is not. */
function isOnItsWay({ status, payment_intent: payment }: Stripe.Checkout.Session): boolean {
  const failed = typeof payment === 'object' && payment !== null && failedPayments.has(payment.status);
  return status === 'complete' && !failed;
}

const failedPayments: ReadonlySet<Stripe.PaymentIntent.Status> = new Set([
  'requires_payment_method',
  'canceled',
]);

/**
 * Ends a session that nobody should pay any more.
 * @returns false when it was paid or ran out in this very moment
 */
async function expire(stripe: Stripe, sessionId: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).type === 'StripeInvalidRequestError') return false;
    throw error;
  }
}

function sessionParameters(user: StoredUser, request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { priceId, success_url, cancel_url, referralCode } = request;
  return {
    mode: 'payment',
    line_items: [{ price: priceId, quantity: 1 }],
    client_reference_id: user.userId,
    customer_email: user.email,
    metadata: { userId: user.userId, priceId, ...(referralCode ? { referralCode } : {}) },
    success_url,
    cancel_url,
  };
}

function destination(session: Stripe.Checkout.Session): { sessionId: string; url: string } {
  if (!session.url) throw new Error(`Checkout session ${session.id} has no page.`);
  return { sessionId: session.id, url: session.url };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
