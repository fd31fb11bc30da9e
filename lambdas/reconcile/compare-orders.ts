import type { Context } from 'aws-lambda';
import * as events from '../../contract/events/events.ts';
import { ordersRepaired } from '../domain/mail/team-mail.ts';
import type { Repair } from '../domain/orders/checkout-comparison.ts';
import { reconcileOrders } from '../domain/orders/reconcile-orders.ts';
import { reconcileProgressStore } from '../domain/orders/reconcile-progress.ts';
import { AppError } from '../platform/app-error.ts';
import { consume } from '../platform/consume.ts';
import { describeError, logger } from '../platform/logger.ts';
import { recordMetric } from '../platform/record-metric.ts';
import type { Dependencies } from './compose.ts';

/** The content of the report at the end of a run. */
const reportMs = 60_000;

export const compareOrders = (dependencies: Dependencies) =>
  consume(events.orderComparisonDue, async ({ lookBackDays }, context, eventId) => {
    const repairs: Repair[] = [];
    const groups: string[] = [];
    const failures: string[] = [];
    const { group, limitsTable, openStripe, tables } = dependencies;
    const report = (found: Report) => reportRepairs(dependencies, found, eventId, context);
    const stripe = await openStripe().catch((error: unknown) => {
      // The secret has no key yet, which `openStripe` has logged. There are no payments to compare.
      if (error instanceof AppError && error.code === 'unavailable') return undefined;
      throw error;
    });
    if (!stripe) return;
    const progress = reconcileProgressStore(tables, limitsTable, lookBackDays);
    const observer = {
      repaired(repair: Repair) {
        repairs.push(repair);
        logger.warn('repaired an order', { ...repair });
        recordMetric('OrdersRepaired', { orderId: repair.orderId });
      },
      groupRepaired(orderId: string) {
        groups.push(orderId);
        logger.warn('repaired the group of a buyer', { orderId });
        recordMetric('OrdersRepaired', { orderId });
      },
      failed(subject: string, error: unknown) {
        failures.push(subject);
        logger.error('could not compare an order', { subject, error: describeError(error) });
      },
      hasTime: () => context.getRemainingTimeInMillis() > reportMs,
    };
    try {
      const { compared, isComplete } = await reconcileOrders(
        { ...dependencies, stripe, group, progress },
        observer,
        { lookBackDays },
      );
      const repaired = repairs.length + groups.length;
      const summary = { compared, isComplete, repaired, failed: failures.length };
      logger[isComplete ? 'info' : 'error']('compared orders with Stripe', summary);
    } catch (error) {
      logger.error('could not compare all orders', { error: describeError(error) });
      // The next attempt does not find what this one has repaired.
      await report({ repairs, groups, failures });
      throw error;
    }
    await report({ repairs, groups, failures });
  });

type Report = Parameters<typeof ordersRepaired>[0];

/** Reports repairs and failures to the team. */
async function reportRepairs(
  { send, teamAddress }: Dependencies,
  { repairs, groups, failures }: Report,
  eventId: string,
  context: Context,
): Promise<void> {
  const repaired = [...repairs.map(({ orderId }) => orderId), ...groups];
  if (repaired.length === 0 && failures.length === 0) return;
  // An order that cannot be repaired is found again every hour, and reported once a day. The ids are part of the key, because a retry of the same event repairs different orders.
  const day = new Date().toISOString().slice(0, 10);
  const [scope, subjects] = repaired.length > 0 ? [eventId, repaired] : [day, failures];
  const idempotencyKey = ['repairs', scope, ...subjects.toSorted()].join('#');
  const mail = ordersRepaired({ repairs, groups, failures });
  try {
    await send({ idempotencyKey, to: teamAddress, mail, logUnder: 'nobody' }, context);
  } catch (error) {
    // The retry does not find the repaired orders, so nothing else reports them.
    for (const orderId of repaired) logger.error('could not report a repaired order', { orderId });
    throw error;
  }
}
