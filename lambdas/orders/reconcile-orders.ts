import type Stripe from 'stripe';
import type { OrderStatus } from '../../contract/order-states.ts';
import { stripeEventTypes } from '../../contract/stripe-events.ts';
import type { PaidGroup } from '../users/paid-group.ts';
import { isPaidGroupInSync } from '../users/sync-paid-group.ts';
import { isInSync } from './advance-order.ts';
import type { StoredOrder } from './order-store.ts';
import { type PaymentSubject, paymentSubject } from './payment-subject.ts';
import { describeCheckout, findSessionOf, paymentOfSession } from './read-checkout.ts';
import type { ReconcileProgress, ReconcileProgressStore } from './reconcile-progress.ts';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';

export interface ReconcileDependencies extends SettlementDependencies {
  group: Pick<PaidGroup, 'isMember'>;
  progress: ReconcileProgressStore;
}

/** An order that differed from its checkout at Stripe and was settled again. */
export interface Repair {
  orderId: string;
  /** Undefined for an order that was missing. */
  from: OrderStatus | undefined;
  to: OrderStatus;
}

interface Observer {
  repaired: (repair: Repair) => void;
  /** The buyer's group `paid` did not match their record, and its queue was asked to correct it. */
  groupRepaired: (orderId: string) => void;
  /** @param subject the checkout, or the payment of one */
  failed: (subject: string, error: unknown) => void;
  /** Asked before each comparison: a run that is cut off could report nothing. */
  hasTime: () => boolean;
}

/** As long as Stripe tries to deliver an event, so what is older than that was missed for good. */
const defaultLookBackDays = 3;
const daySeconds = 24 * 60 * 60;

/** Younger events are still under way: to the webhook, on the bus, being repeated by Lambda. */
const graceSeconds = 10 * 60;

/** What Stripe gives at once, at most. Progress is kept as often. */
const pageSize = 100;

/**
 * Compares the checkouts of the last days with our orders and settles those that differ. Older checkouts that changed in this time, for
 * example by a refund, are found by Stripe's events. Also compares the group of each buyer with their record. A checkout that cannot be
 * settled does not stop the others from being compared.
 *
 * A run that has no time left keeps how far it came, and the next one finishes that first.
 * @param options.lookBackDays three, unless given; then what another run has left is forgotten
 * @throws StripeError when Stripe does not answer with its lists
 */
export async function reconcileOrders(
  dependencies: ReconcileDependencies,
  observer: Observer,
  { lookBackDays }: { lookBackDays?: number | undefined } = {},
): Promise<{ compared: number; isComplete: boolean }> {
  const { stripe, orders, now, progress, requestGroupSync } = dependencies;
  const nowSeconds = Math.floor(now().getTime() / 1000);
  const fresh = await readFreshSubjects(stripe, nowSeconds - graceSeconds);
  /** Checkouts and payments that this run has looked at. */
  const seen = new Set<string>();
  const buyers = new Set<string>();
  let compared = 0;

  async function compare(session: Stripe.Checkout.Session): Promise<void> {
    const keys = [session.id, paymentIdOf(session)].filter((key) => key !== undefined);
    if (seen.has(session.id)) return;
    for (const key of keys) seen.add(key);
    if (keys.some((key) => fresh.has(key))) return;
    const current = await orders.find(session.id);
    const checkout = await describeCheckout(dependencies, session, { isKnown: current !== undefined });
    if (!checkout || checkout.status === 'created') return;
    compared += 1;
    if (current && isInSync(current, checkout)) return compareGroup(current);
    const order = await settleOrder(dependencies, { sessionId: session.id, cause: 'reconcile' });
    if (order) observer.repaired({ orderId: session.id, from: current?.status, to: order.status });
  }

  async function compareEvent(event: Stripe.Event): Promise<void> {
    const subject = paymentSubject(event);
    if (!subject) return;
    const key = keyOf(subject);
    if (seen.has(key) || fresh.has(key)) return;
    await noteFailure(key, async () => {
      const session = await findSessionOf(stripe, subject);
      if (session) await compare(session);
      seen.add(key);
    });
  }

  async function noteFailure(subject: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      observer.failed(subject, error);
    }
  }

  /** A message to the queue that was lost, or given up after many attempts, leaves the group as it was. */
  async function compareGroup({ orderId, userId }: StoredOrder): Promise<void> {
    if (!userId || buyers.has(userId)) return;
    buyers.add(userId);
    if (await isPaidGroupInSync(dependencies, userId)) return;
    await requestGroupSync(userId);
    observer.groupRepaired(orderId);
  }

  /**
   * Goes through one of Stripe's lists, newest first.
   * @returns whether there was time for all of it
   */
  async function goThrough<Item extends { id: string }>(
    begun: ReconcileProgress,
    items: AsyncIterable<Item>,
    look: (item: Item) => Promise<void>,
  ): Promise<boolean> {
    let count = 0;
    let after = begun.after;
    const keep = () => progress.keep({ ...begun, ...(after ? { after } : {}) });
    for await (const item of items) {
      if (!observer.hasTime()) {
        await keep();
        return false;
      }
      await look(item);
      after = item.id;
      count += 1;
      if (count % pageSize === 0) await keep();
    }
    return true;
  }

  async function goThroughBoth(begun: ReconcileProgress): Promise<boolean> {
    const { since, until, after } = begun;
    const created = { gte: since, lte: until };
    const page = { created, limit: pageSize, ...(after ? { starting_after: after } : {}) };
    if (begun.list === 'checkouts') {
      const sessions = stripe.checkout.sessions.list({ ...page, expand: [`data.${paymentOfSession}`] });
      const compareSession = (session: Stripe.Checkout.Session) =>
        noteFailure(session.id, () => compare(session));
      const isThrough = await goThrough(begun, sessions, compareSession);
      return isThrough && goThroughBoth({ since, until, list: 'events' });
    }
    const events = stripe.events.list({ ...page, types: [...stripeEventTypes] });
    return goThrough(begun, events, compareEvent);
  }

  const left = lookBackDays === undefined ? await progress.read(nowSeconds) : undefined;
  const since = nowSeconds - (lookBackDays ?? defaultLookBackDays) * daySeconds;
  for (const begun of [left, { since, until: nowSeconds, list: 'checkouts' } as const]) {
    if (!begun) continue;
    const isThrough = await goThroughBoth(begun).catch(async (error: Partial<Stripe.errors.StripeError>) => {
      // Stripe does not know the place to go on from, as after a change from test to live. The next run begins anew.
      if (error.code === 'resource_missing') await progress.forget();
      throw error;
    });
    if (!isThrough) return { compared, isComplete: false };
    await progress.forget();
  }
  return { compared, isComplete: true };
}

/** The checkouts and payments about which Stripe has told something just now. */
async function readFreshSubjects(stripe: Stripe, since: number): Promise<Set<string>> {
  const fresh = new Set<string>();
  const page = { created: { gte: since }, types: [...stripeEventTypes], limit: pageSize };
  for await (const event of stripe.events.list(page)) {
    const subject = paymentSubject(event);
    if (subject) fresh.add(keyOf(subject));
  }
  return fresh;
}

const keyOf = (subject: PaymentSubject): string =>
  'sessionId' in subject ? subject.sessionId : subject.paymentIntentId;

function paymentIdOf({ payment_intent: payment }: Stripe.Checkout.Session): string | undefined {
  return typeof payment === 'string' ? payment : payment?.id;
}
