import type Stripe from 'stripe';
import type { OrderStatus } from '../../../contract/records/order-states.ts';
import { isPaidGroupInSync, type PaidGroup } from '../users/paid-group.ts';
import { isInSync, withStripeRecords } from './advance-order.ts';
import type { StoredOrder } from './order-store.ts';
import { paymentSubject, subjectKey } from './payment-subject.ts';
import { type Checkout, describeCheckout, findSessionOf } from './read-checkout.ts';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';

export interface ComparisonDependencies extends SettlementDependencies {
  group: Pick<PaidGroup, 'isMember'>;
}

/** An order that differed from its checkout at Stripe and was settled again. */
export interface Repair {
  orderId: string;
  /** Undefined for an order that was missing. */
  from: OrderStatus | undefined;
  to: OrderStatus;
}

export interface ComparisonObserver {
  repaired: (repair: Repair) => void;
  /** The buyer's group `paid` did not match their record, and a message to its queue corrects it. */
  groupRepaired: (orderId: string) => void;
  /** @param subject the checkout, or the payment of one */
  failed: (subject: string, error: unknown) => void;
}

/**
 * Compares checkouts with our orders, each of them once, and settles those that differ. Also compares the group of each buyer with their
 * record. A failure is reported to the observer, so that the next checkout can be compared.
 * @param fresh checkouts and payments with events that are still being delivered; they are skipped
 */
export function checkoutComparison(
  dependencies: ComparisonDependencies,
  observer: ComparisonObserver,
  fresh: ReadonlySet<string>,
) {
  const { stripe, orders, requestGroupSync } = dependencies;
  /** Checkouts and payments that were compared or skipped. */
  const seen = new Set<string>();
  const buyers = new Set<string>();
  let compared = 0;

  async function compare(session: Stripe.Checkout.Session): Promise<void> {
    if (seen.has(session.id)) return;
    const keys = keysOf(session);
    for (const key of keys) seen.add(key);
    if (keys.some((key) => fresh.has(key))) return;
    const current = await orders.find(session.id);
    const checkout = await describeCheckout(dependencies, session, { isKnown: current !== undefined });
    if (!checkout || checkout.status === 'created') return;
    compared += 1;
    if (current && isInSync(current, checkout)) return compareGroup(current);
    const order = await settleOrder(dependencies, { sessionId: session.id, cause: 'reconcile' });
    if (order && wasWrong(current, checkout))
      observer.repaired({ orderId: session.id, from: current?.status, to: order.status });
  }

  /** The group is wrong if a message to its queue was lost or became a dead letter. */
  async function compareGroup({ orderId, userId }: StoredOrder): Promise<void> {
    if (!userId || buyers.has(userId)) return;
    buyers.add(userId);
    if (await isPaidGroupInSync(dependencies, userId)) return;
    await requestGroupSync(userId);
    observer.groupRepaired(orderId);
  }

  async function reportFailure(subject: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      observer.failed(subject, error);
    }
  }

  return {
    compareSession: (session: Stripe.Checkout.Session) => reportFailure(session.id, () => compare(session)),

    /** Compares the checkout of a Stripe event. */
    async compareEvent(event: Stripe.Event): Promise<void> {
      const subject = paymentSubject(event);
      if (!subject) return;
      const key = subjectKey(subject);
      if (seen.has(key) || fresh.has(key)) return;
      await reportFailure(key, async () => {
        const session = await findSessionOf(stripe, subject);
        if (session) await compare(session);
        seen.add(key);
      });
    },

    count: () => compared,
  };
}

export type CheckoutComparison = ReturnType<typeof checkoutComparison>;

/**
 * A missing invoice is not a difference, because Stripe may create it after we have read the payment. A missing credit note is not a
 * difference either, because Stripe may refuse it.
 */
function wasWrong(
  current: StoredOrder | undefined,
  { missingCreditNotes: _, ...checkout }: Checkout,
): boolean {
  return !current || !isInSync(withStripeRecords(current, checkout), checkout);
}

/** The ids of the checkout, and of its payment if it has one. */
function keysOf({ id, payment_intent: payment }: Stripe.Checkout.Session): string[] {
  if (!payment) return [id];
  return [id, typeof payment === 'string' ? payment : payment.id];
}
