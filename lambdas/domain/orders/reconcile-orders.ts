import type Stripe from 'stripe';
import { stripeEventTypes } from '../../../contract/events/stripe-events.ts';
import {
  type CheckoutComparison,
  type ComparisonDependencies,
  type ComparisonObserver,
  checkoutComparison,
} from './checkout-comparison.ts';
import { paymentSubject, subjectKey } from './payment-subject.ts';
import { partsOfSession } from './read-checkout.ts';
import type { ReconcileProgress, ReconcileProgressStore } from './reconcile-progress.ts';

export interface ReconcileDependencies extends ComparisonDependencies {
  progress: ReconcileProgressStore;
}

interface ReconcileObserver extends ComparisonObserver {
  /** Called before each comparison, because a run that times out cannot report. */
  hasTime: () => boolean;
}

/** Stripe tries to deliver an event for three days. Older events are lost. */
const defaultLookBackDays = 3;
const daySeconds = 24 * 60 * 60;

/** Younger events may still be on the way to the webhook, on the bus, or in the queue. */
const graceSeconds = 10 * 60;

/** The most that Stripe returns at once. */
const pageSize = 100;

/** An interrupted run loses at most this much work. */
const saveEveryMs = 20_000;

/**
 * Compares the checkouts of the last days with our orders and settles those that differ. Older checkouts that changed in this time, for
 * example by a refund, are found by Stripe's events. A run that has no time left saves its progress, and the next one continues there.
 * @param options.lookBackDays three by default. If it is given and `progress` has an unfinished comparison, only that one is finished,
 * because scheduled runs compare newer checkouts.
 * @throws StripeError when Stripe does not return its lists
 */
export async function reconcileOrders(
  dependencies: ReconcileDependencies,
  observer: ReconcileObserver,
  { lookBackDays }: { lookBackDays?: number | undefined } = {},
): Promise<{ compared: number; isComplete: boolean }> {
  const { stripe, now, progress } = dependencies;
  const nowSeconds = Math.floor(now().getTime() / 1000);
  const fresh = await readFreshSubjects(stripe, nowSeconds - graceSeconds);
  const comparison = checkoutComparison(dependencies, observer, fresh);
  const continued = await progress.read(nowSeconds);
  const since = nowSeconds - (lookBackDays ?? defaultLookBackDays) * daySeconds;
  const latest = { since, until: nowSeconds, list: 'checkouts' } as const;
  let isComplete = true;
  for (const start of continued && lookBackDays !== undefined ? [continued] : [continued, latest]) {
    if (start && isComplete) isComplete = await compareWindow(dependencies, observer, comparison, start);
  }
  return { compared: comparison.count(), isComplete };
}

/** @returns whether the comparison is complete */
async function compareWindow(
  { stripe, progress, now }: Pick<ReconcileDependencies, 'stripe' | 'progress' | 'now'>,
  { hasTime }: Pick<ReconcileObserver, 'hasTime'>,
  { compareSession, compareEvent }: CheckoutComparison,
  start: ReconcileProgress,
): Promise<boolean> {
  const { since, until } = start;
  const listParams = ({ after }: ReconcileProgress) => ({
    created: { gte: since, lte: until },
    limit: pageSize,
    ...(after ? { starting_after: after } : {}),
  });

  async function compareEach<Item extends { id: string }>(
    begun: ReconcileProgress,
    items: AsyncIterable<Item>,
    compare: (item: Item) => Promise<void>,
  ): Promise<boolean> {
    let savedAt = now().getTime();
    let current = begun;
    for await (const item of items) {
      if (!hasTime()) {
        await progress.keep(current);
        return false;
      }
      await compare(item);
      current = { ...begun, after: item.id };
      if (now().getTime() - savedAt < saveEveryMs) continue;
      await progress.keep(current);
      savedAt = now().getTime();
    }
    return true;
  }

  const eventsStart = start.list === 'events' ? start : ({ since, until, list: 'events' } as const);
  try {
    if (start.list === 'checkouts') {
      const params = { ...listParams(start), expand: partsOfSession.map((part) => `data.${part}`) };
      if (!(await compareEach(start, stripe.checkout.sessions.list(params), compareSession))) return false;
    }
    const events = stripe.events.list({ ...listParams(eventsStart), types: [...stripeEventTypes] });
    if (!(await compareEach(eventsStart, events, compareEvent))) return false;
  } catch (error) {
    // The cursor does not exist at Stripe, for example after a change from test to live mode. The next run starts again.
    if ((error as Partial<Stripe.errors.StripeError>).code === 'resource_missing') await progress.forget();
    throw error;
  }
  await progress.forget();
  return true;
}

/** Returns the checkouts and payments with recent events of Stripe. */
async function readFreshSubjects(stripe: Stripe, since: number): Promise<Set<string>> {
  const fresh = new Set<string>();
  const params = { created: { gte: since }, types: [...stripeEventTypes], limit: pageSize };
  for await (const event of stripe.events.list(params)) {
    const subject = paymentSubject(event);
    if (subject) fresh.add(subjectKey(subject));
  }
  return fresh;
}
