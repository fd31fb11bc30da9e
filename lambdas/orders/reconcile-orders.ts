import type Stripe from 'stripe';
import type { OrderStatus } from '../../contract/order-states.ts';
import { stripeEventTypes } from '../../contract/stripe-events.ts';
import { paymentSubject } from './payment-subject.ts';
import { describeCheckout, paymentOfSession, readCheckout, sessionOf } from './read-checkout.ts';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';

/** An order that was not as Stripe says, and is now. */
export interface Repair {
  orderId: string;
  /** Undefined for an order that was missing. */
  from: OrderStatus | undefined;
  to: OrderStatus;
}

/** As long as Stripe tries to deliver an event, so what is older than that was missed for good. */
const lookBackMs = 3 * 24 * 60 * 60 * 1000;

/** Younger events are still under way: to the webhook, on the bus, being repeated by Lambda. */
const graceMs = 10 * 60 * 1000;

/** What Stripe gives at once, at most. */
const pageSize = 100;

/**
 * Compares what Stripe knows of the last three days with our orders, and settles those that differ. Older checkouts to which something
 * happened in this time, such as a refund, are found by Stripe's events.
 * @param report is told of each at once, so that a run that is cut off has reported what it did; an order that cannot be settled keeps no
 *   other from being compared
 */
export async function reconcileOrders(
  dependencies: SettlementDependencies,
  report: { repaired: (repair: Repair) => void; failed: (orderId: string, error: unknown) => void },
): Promise<{ compared: number }> {
  const { stripe, orders, now } = dependencies;
  const since = Math.floor((now().getTime() - lookBackMs) / 1000);
  const { told, fresh } = await readEvents(stripe, since, Math.floor((now().getTime() - graceMs) / 1000));
  let compared = 0;

  async function compare(sessionId: string, session?: Stripe.Checkout.Session): Promise<void> {
    if (fresh.has(sessionId)) return;
    const checkout = await (session ? describeCheckout(stripe, session) : readCheckout(stripe, sessionId));
    if (!checkout || checkout.status === 'created') return;
    compared += 1;
    const standing = await orders.find(sessionId);
    const isInStep =
      standing?.status === checkout.status &&
      standing.amountRefundedInCents === checkout.amountRefundedInCents &&
      !standing.unfinished;
    if (isInStep) return;
    try {
      const order = await settleOrder(dependencies, { sessionId, cause: 'reconcile' });
      if (order) report.repaired({ orderId: sessionId, from: standing?.status, to: order.status });
    } catch (error) {
      report.failed(sessionId, error);
    }
  }

  const sessions = stripe.checkout.sessions.list({
    created: { gte: since },
    limit: pageSize,
    expand: [`data.${paymentOfSession}`],
  });
  for await (const session of sessions) {
    told.delete(session.id);
    await compare(session.id, session);
  }
  for (const sessionId of told) await compare(sessionId);
  return { compared };
}

/** The checkouts that Stripe has told something about, and those of them about which it has done so just now. */
async function readEvents(stripe: Stripe, since: number, freshSince: number) {
  const told = new Set<string>();
  const fresh = new Set<string>();
  const sessions = new Map<string, Promise<string | undefined>>();
  const events = stripe.events.list({
    created: { gte: since },
    types: [...stripeEventTypes],
    limit: pageSize,
  });
  for await (const event of events) {
    const subject = paymentSubject(event);
    if (!subject) continue;
    const key = JSON.stringify(subject);
    const found = sessions.get(key) ?? sessionOf(stripe, subject);
    sessions.set(key, found);
    const sessionId = await found;
    if (!sessionId) continue;
    told.add(sessionId);
    if (event.created >= freshSince) fresh.add(sessionId);
  }
  return { told, fresh };
}
