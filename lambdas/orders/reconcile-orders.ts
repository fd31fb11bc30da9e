import type Stripe from 'stripe';
import type { OrderStatus } from '../../contract/order-states.ts';
import { stripeEventTypes } from '../../contract/stripe-events.ts';
import type { PaidGroup } from '../users/paid-group.ts';
import { isPaidGroupInSync } from '../users/sync-paid-group.ts';
import { isInSync } from './advance-order.ts';
import type { StoredOrder } from './order-store.ts';
import { paymentSubject } from './payment-subject.ts';
import { describeCheckout, paymentOfSession, readCheckout, sessionOf } from './read-checkout.ts';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';

export interface ReconcileDependencies extends SettlementDependencies {
  group: Pick<PaidGroup, 'isMember'>;
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
const lookBackMs = 3 * 24 * 60 * 60 * 1000;

/** Younger events are still under way: to the webhook, on the bus, being repeated by Lambda. */
const graceMs = 10 * 60 * 1000;

/** What Stripe gives at once, at most. */
const pageSize = 100;

/**
 * Compares the checkouts of the last three days with our orders and settles those that differ. Older checkouts that changed in this time,
 * for example by a refund, are found by Stripe's events. Also compares the group of each buyer with their record. A checkout that cannot be
 * settled does not stop the others from being compared.
 * @throws StripeError when Stripe does not answer with its lists
 */
export async function reconcileOrders(
  dependencies: ReconcileDependencies,
  observer: Observer,
): Promise<{ compared: number; isComplete: boolean }> {
  const { stripe, orders, now, requestGroupSync } = dependencies;
  const since = Math.floor((now().getTime() - lookBackMs) / 1000);
  const freshSince = Math.floor((now().getTime() - graceMs) / 1000);
  const { told, fresh } = await readEvents(stripe, since, freshSince, observer);
  const buyers = new Set<string>();
  let compared = 0;

  async function compare(sessionId: string, session?: Stripe.Checkout.Session): Promise<void> {
    if (fresh.has(sessionId)) return;
    try {
      const current = await orders.find(sessionId);
      const isKnown = current !== undefined;
      const checkout = await (session
        ? describeCheckout(dependencies, session, { isKnown })
        : readCheckout(dependencies, sessionId, { isKnown }));
      if (!checkout || checkout.status === 'created') return;
      compared += 1;
      if (current && isInSync(current, checkout)) return await compareGroup(current);
      const order = await settleOrder(dependencies, { sessionId, cause: 'reconcile' });
      if (order) observer.repaired({ orderId: sessionId, from: current?.status, to: order.status });
    } catch (error) {
      observer.failed(sessionId, error);
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

  const sessions = stripe.checkout.sessions.list({
    created: { gte: since },
    limit: pageSize,
    expand: [`data.${paymentOfSession}`],
  });
  for await (const session of sessions) {
    if (!observer.hasTime()) return { compared, isComplete: false };
    told.delete(session.id);
    await compare(session.id, session);
  }
  for (const sessionId of told) {
    if (!observer.hasTime()) return { compared, isComplete: false };
    await compare(sessionId);
  }
  return { compared, isComplete: true };
}

/** The checkouts that Stripe has told something about, and those of them about which it has done so just now. */
async function readEvents(stripe: Stripe, since: number, freshSince: number, { failed }: Observer) {
  const told = new Set<string>();
  const fresh = new Set<string>();
  const sessions = new Map<string, string | undefined>();
  const events = stripe.events.list({
    created: { gte: since },
    types: [...stripeEventTypes],
    limit: pageSize,
  });
  for await (const event of events) {
    const subject = paymentSubject(event);
    if (!subject) continue;
    const key = 'sessionId' in subject ? subject.sessionId : subject.paymentIntentId;
    if (!sessions.has(key)) {
      const found = await sessionOf(stripe, subject).catch((error: unknown) => void failed(key, error));
      sessions.set(key, found ?? undefined);
    }
    const sessionId = sessions.get(key);
    if (!sessionId) continue;
    told.add(sessionId);
    if (event.created >= freshSince) fresh.add(sessionId);
  }
  return { told, fresh };
}
