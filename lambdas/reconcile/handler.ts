import { events } from '../../contract/events.ts';
import { mailOnce } from '../mail/mail-once.ts';
import { ordersRepaired } from '../mail/team-mail.ts';
import { orderSettlement } from '../orders/order-settlement.ts';
import { type Repair, reconcileOrders } from '../orders/reconcile-orders.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { count } from '../platform/count.ts';
import { describeError, logger } from '../platform/logger.ts';

const { TEAM_ADDRESS } = readConfig({ TEAM_ADDRESS: resourceName });
const settlement = orderSettlement(() => new Date());
const send = mailOnce();

/** What the report needs at the end of a run. */
const reportMs = 60_000;

export const handler = consume(events.scheduled, async (_, context, eventId) => {
  const repairs: Repair[] = [];
  const failures: string[] = [];
  const { compared, isComplete } = await reconcileOrders(await settlement(), {
    repaired(repair) {
      repairs.push(repair);
      logger.warn('repaired an order', { ...repair });
      count('OrdersRepaired', { orderId: repair.orderId });
    },
    failed(subject, error) {
      failures.push(subject);
      logger.error('could not compare an order', { subject, error: describeError(error) });
    },
    hasTime: () => context.getRemainingTimeInMillis() > reportMs,
  });
  const summary = { compared, isComplete, repaired: repairs.length, failed: failures.length };
  logger[isComplete ? 'info' : 'error']('compared orders with Stripe', summary);
  if (repairs.length === 0 && failures.length === 0) return;
  // What cannot be repaired is found again every hour, and told once a day.
  const day = new Date().toISOString().slice(0, 10);
  const occasion = repairs.length > 0 ? eventId : `${day}#${failures.sort().join('#')}`;
  const mail = ordersRepaired(repairs, failures);
  await send({ occasion: `repairs#${occasion}`, to: TEAM_ADDRESS, mail }, context);
});
