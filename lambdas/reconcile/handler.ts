import { events } from '../../contract/events.ts';
import { mailOnce } from '../mail/mail-once.ts';
import { ordersRepaired } from '../mail/team-mail.ts';
import { orderSettlement } from '../orders/order-settlement.ts';
import { type Repair, reconcileOrders } from '../orders/reconcile-orders.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { describeError, logger } from '../platform/logger.ts';

const { TEAM_ADDRESS } = readConfig({ TEAM_ADDRESS: resourceName });
const settlement = orderSettlement(() => new Date());
const send = mailOnce();

export const handler = consume(events.scheduled, async (_, context, eventId) => {
  const repairs: Repair[] = [];
  const failures: string[] = [];
  const { compared } = await reconcileOrders(await settlement(), {
    repaired(repair) {
      repairs.push(repair);
      logger.warn('repaired an order', { ...repair });
    },
    failed(orderId, error) {
      failures.push(orderId);
      logger.error('could not repair an order', { orderId, error: describeError(error) });
    },
  });
  logger.info('compared orders with Stripe', {
    compared,
    repaired: repairs.length,
    failed: failures.length,
  });
  if (repairs.length > 0) {
    // A run that is repeated finds others to repair, if any.
    const occasion = `repairs#${eventId}#${repairs.map(({ orderId }) => orderId).join('#')}`;
    await send({ occasion, to: TEAM_ADDRESS, mail: ordersRepaired(repairs) }, context);
  }
  if (failures.length > 0) throw new Error(`These orders could not be repaired: ${failures.join(', ')}`);
});
