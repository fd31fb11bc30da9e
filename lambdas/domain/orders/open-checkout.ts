import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { orderStates } from '../../../contract/records/order-states.ts';
import type { SalesTax } from '../../../contract/rules/sales-tax.ts';
import { termsVersion } from '../../../contract/rules/terms-versions.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../../platform/caller.ts';
import { recordMetric } from '../../platform/record-metric.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import { openedOrder } from './advance-order.ts';
import type { CheckoutRequest } from './check-checkout-request.ts';
import type { OrderStore } from './order-store.ts';
import { type Checkout, describeCheckout, findSession, type StripeContext } from './read-checkout.ts';

interface Dependencies extends StripeContext {
  users: Pick<UserStore, 'find' | 'rememberCheckout' | 'mustExist'>;
  orders: Pick<OrderStore, 'find' | 'save'>;
  readUser: () => Promise<StoredUser>;
}

/** How Stripe charges for an order that costs money. */
export interface Charge {
  currency: string;
  /** Whether Stripe asks for an address and adds taxes. */
  salesTax: SalesTax;
}

/** Each further attempt means that another request of the same user won a race; more than this is abuse. */
const maxAttempts = 4;

/**
 * Opens a hosted checkout, or returns the one that is already open.
 *
 * Stripe repeats its first answer to an idempotency key, even when that session has expired since, and rejects a key with other
 * parameters. So the key consists of the buyer, the request and the previous session: a double click makes the same key, and everything
 * that should open a new session makes a new key.
 *
 * The browser gets a session only when its order is stored. If the buyer deletes the account and still pays, settlement refunds the
 * payment because of the order.
 *
 * @param charge undefined for a free order
 * @throws AppError `aborted` when the caller holds the license, has just paid for it, or has a pending payment, `unauthenticated` when
 * the account was deleted during the request
 */
export async function openCheckout(
  dependencies: Dependencies,
  caller: Caller,
  request: CheckoutRequest,
  charge: Charge | undefined,
): Promise<{ sessionId: string; url: string }> {
  const { stripe, siteId, users, orders, readUser } = dependencies;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const user = await readUser();
    refuseSecondLicense(user, caller);
    const parameters = sessionParameters(user, request, charge, siteId);
    const fingerprint = sha256(JSON.stringify(parameters));
    const previous = user.checkout;
    const [session, stored] = previous
      ? await Promise.all([findSession(stripe, previous.sessionId), orders.find(previous.sessionId)])
      : [];
    if (session?.status === 'open' && previous?.fingerprint === fingerprint) {
      // A repeated request, unless the first one was interrupted before it stored the order. The deletion of the account expires the session that the user's record names.
      if (stored || (await storeOpenedOrder(dependencies, session, user))) return destination(session);
      continue;
    }
    const checkout = session && (await describeCheckout(dependencies, session, { isKnown: true }));
    if (checkout && isBought(checkout) && !(await hasGivenUp(dependencies, checkout))) {
      // With the session, the buyer can confirm the order if no event has arrived yet.
      const { sessionId } = checkout;
      const message = orderStates[checkout.status].isAwaitingMoney
        ? 'Your bank is processing the payment for this license, so you do not need to order it again.'
        : 'Your order is complete and your license is on its way.';
      throw new AppError('aborted', message, { sessionId });
    }
    if (session?.status === 'open' && !(await expireCheckout(stripe, session.id))) continue;
    const created = await stripe.checkout.sessions.create(parameters, {
      idempotencyKey: sha256(JSON.stringify([user.userId, fingerprint, previous?.sessionId])),
    });
    const remembered = await users.rememberCheckout(
      user.userId,
      { sessionId: created.id, fingerprint },
      previous?.sessionId,
    );
    if (!remembered) {
      await refuseDeletedAccount(dependencies, created, user);
      continue;
    }
    // A replayed answer shows an old state of the session, so the next attempt reads it again.
    const replayed = created.lastResponse.headers['idempotent-replayed'] === 'true';
    if (!replayed && (await storeOpenedOrder(dependencies, created, user))) return destination(created);
  }
  throw new AppError('aborted', 'Too many checkouts were started at once. Please try again in a moment.');
}

/**
 * Stores the order of an open session, unless it is stored already.
 * @returns false when another write of the order or its buyer came in between
 * @throws AppError `unauthenticated` when the account was deleted during the request
 */
async function storeOpenedOrder(
  dependencies: Dependencies,
  session: Stripe.Checkout.Session,
  buyer: StoredUser,
): Promise<boolean> {
  const { users, orders } = dependencies;
  const opened = await describeCheckout(dependencies, session, { isKnown: true });
  if (opened && (await orders.save(openedOrder(opened), undefined, [users.mustExist(buyer.userId)]))) {
    recordMetric('CheckoutsStarted', { orderId: session.id });
    return true;
  }
  await refuseDeletedAccount(dependencies, session, buyer);
  return (await orders.find(session.id)) !== undefined;
}

/** Expires the session if the account was deleted. A deletion that read the record before this session was saved does not expire it. */
async function refuseDeletedAccount(
  { stripe, users }: Dependencies,
  session: Stripe.Checkout.Session,
  { userId }: StoredUser,
): Promise<void> {
  if (await users.find(userId)) return;
  const hasExpired = await expireCheckout(stripe, session.id);
  throw new AppError(
    'unauthenticated',
    hasExpired
      ? 'This account has been deleted. Nothing was charged.'
      : 'This account has been deleted. If you have paid, we will refund the payment.',
  );
}

/** For `paid` the record decides, because a token may contain that group for half an hour after a refund. */
function refuseSecondLicense(user: StoredUser, caller: Caller): void {
  if (user.subscription.status === 'active' || caller.groups.some((group) => group !== 'paid')) {
    throw new AppError('aborted', 'You already have a license.');
  }
}

/** The buyer has paid, or the payment is pending, and it has not failed or been refunded. */
function isBought({ status }: Checkout): boolean {
  return orderStates[status].givesLicense || orderStates[status].isAwaitingMoney;
}

/** A buyer who withdrew or passed the license on can buy again, even while the payment is pending or disputed. */
async function hasGivenUp(
  { orders }: Pick<Dependencies, 'orders'>,
  { sessionId }: Checkout,
): Promise<boolean> {
  const order = await orders.find(sessionId);
  return order?.withdrawnAt !== undefined || order?.passedOnAt !== undefined;
}

function sessionParameters(
  user: StoredUser,
  request: CheckoutRequest,
  charge: Charge | undefined,
  siteId: string,
): Stripe.Checkout.SessionCreateParams {
  const { priceId, success_url, cancel_url, referralCode } = request;
  return {
    mode: 'payment',
    // The language of the buyer's browser.
    locale: 'auto',
    // Managed Payments, the default of some accounts, makes Stripe the seller, which adds tax and hides the payment from the account.
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
    // Without it, Stripe chooses a currency by the buyer's country instead of the one that our page showed.
    ...(charge && { currency: charge.currency, invoice_creation: { enabled: true } }),
    // Stripe calculates the tax from the buyer's address. A business with a tax id may owe none.
    ...(charge &&
      charge.salesTax !== 'none' && {
        automatic_tax: { enabled: true },
        billing_address_collection: 'required',
        tax_id_collection: { enabled: true },
      }),
  };
}

function destination(session: Stripe.Checkout.Session): { sessionId: string; url: string } {
  if (!session.url) throw new Error(`Checkout session ${session.id} has no page.`);
  return { sessionId: session.id, url: session.url };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Expires a session, so that nobody can pay it.
 * @returns false if it was not open: paid, expired, or unknown to Stripe
 */
export async function expireCheckout(stripe: Stripe, sessionId: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).type === 'StripeInvalidRequestError') return false;
    throw error;
  }
}
