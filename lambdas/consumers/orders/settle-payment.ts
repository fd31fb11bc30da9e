import * as events from '../../../contract/events/events.ts';
import { sessionOf } from '../../domain/orders/read-checkout.ts';
import { settleOrder } from '../../domain/orders/settle-order.ts';
import { consume } from '../../platform/consume.ts';
import { logger } from '../../platform/logger.ts';
import { orderSettlement } from '../../wiring/order-settlement.ts';

const settlement = orderSettlement(() => new Date());

export const settlePayment = consume(events.paymentChanged, async ({ subject, stripeEventId }) => {
  const dependencies = await settlement();
  const sessionId = await sessionOf(dependencies.stripe, subject);
  const order = sessionId && (await settleOrder(dependencies, { sessionId, cause: stripeEventId }));
  logger.info('settled the checkout', { sessionId, status: order ? order.status : 'not ours' });
});
