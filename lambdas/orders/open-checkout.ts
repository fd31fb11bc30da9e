import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { termsVersion } from '../../contract/catalog.ts';
import { orderStates } from '../../contract/order-states.ts';
import { AppError } from '../platform/app-error.ts';
import type { Caller } from '../platform/caller.ts';
import { count } from '../platform/count.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import { openedOrder } from './advance-order.ts';
import type { CheckoutRequest } from './check-checkout-request.ts';
import { expireCheckout } from './expire-checkout.ts';
import type { OrderStore } from './order-store.ts';
import { type Checkout, describeCheckout, findSession, type StripeContext } from './read-checkout.ts';

interface Dependencies extends StripeContext {
  users: Pick<UserStore, 'rememberCheckout' | 'mustExist'>;
  orders: Pick<OrderStore, 'save'>;
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
 * @throws AppError `aborted` when the caller holds the license, has just paid for it, or has a payment under way
 */
export async function openCheckout(
  { users, orders, readUser, ...stripeContext }: Dependencies,
  caller: Caller,
  request: CheckoutRequest,
): Promise<{ sessionId: string; url: string }> {
  const { stripe, siteId } = stripeContext;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const user = await readUser();
    refuseSecondLicense(user, caller);
    const parameters = sessionParameters(user, request, siteId);
    const fingerprint = sha256(JSON.stringify(parameters));
    const previous = user.checkout;
    const session = previous && (await findSession(stripe, previous.sessionId));
    if (session?.status === 'open' && previous?.fingerprint === fingerprint) return destination(session);
    const checkout = session && (await describeCheckout(stripeContext, session, { isKnown: true }));
    if (checkout && isBought(checkout)) {
      // With the session the buyer can have the order confirmed, if nobody has told us of it yet.
      const { sessionId } = checkout;
      throw new AppError('aborted', 'Your order is complete and your license is on its way.', { sessionId });
    }
    if (session?.status === 'open' && !(await expireCheckout(stripe, session.id))) continue;
    const created = await stripe.checkout.sessions.create(parameters, {
      idempotencyKey: sha256([user.userId, fingerprint, previous?.sessionId].join('|')),
    });
    const remembered = await users.rememberCheckout(
      user.userId,
      { sessionId: created.id, fingerprint },
      previous?.sessionId,
    );
    // A replayed answer shows the session as it once was: go round and look at it as it is now.
    const replayed = created.lastResponse.headers['idempotent-replayed'] === 'true';
    if (!remembered || replayed) continue;
    const opened = await describeCheckout(stripeContext, created, { isKnown: true });
    // Whether it was there already or the buyer has just gone: what is missing is written when Stripe says how the checkout ends.
    if (opened && (await orders.save(openedOrder(opened), undefined, [users.mustExist(user.userId)])))
      count('CheckoutsStarted', { orderId: created.id });
    return destination(created);
  }
  throw new AppError('aborted', 'Too many checkouts were started at once. Please try again in a moment.');
}

/** For what was paid the record decides: after a refund a token may still say `paid` for half an hour. */
function refuseSecondLicense(user: StoredUser, caller: Caller): void {
  if (user.subscription.status === 'active' || caller.groups.some((group) => group !== 'paid')) {
    throw new AppError('aborted', 'You already have a license.');
  }
}

/** The buyer has done their part, even if the money is still under way; unless it failed, or they got it back. */
function isBought({ status }: Checkout): boolean {
  return orderStates[status].givesLicense || orderStates[status].isAwaitingMoney;
}

function sessionParameters(
  user: StoredUser,
  request: CheckoutRequest,
  siteId: string,
): Stripe.Checkout.SessionCreateParams {
  const { priceId, success_url, cancel_url, referralCode } = request;
  return {
    mode: 'payment',
    // Managed Payments is the default of some accounts. Stripe then sells in its own name, adds tax and hides the payment from the account.
    managed_payments: { enabled: false },
    line_items: [{ price: priceId, quantity: 1 }],
    client_reference_id: user.userId,
    customer_email: user.email,
    metadata: {
      site: siteId,
      userId: user.userId,
      priceId,
      termsVersion,
      ...(referralCode ? { referralCode } : {}),
    },
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
