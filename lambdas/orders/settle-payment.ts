import * as events from '../../contract/events/events.ts';
import { sessionOf } from '../domain/orders/read-checkout.ts';
import { settleOrder } from '../domain/orders/settle-order.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import type { Dependencies } from './compose.ts';

export const settlePayment = (dependencies: Dependencies) =>
  consume(events.paymentChanged, async ({ subject, stripeEventId }) => {
    const stripe = await dependencies.openStripe();
    const sessionId = await sessionOf(stripe, subject);
    const order =
      sessionId && (await settleOrder({ ...dependencies, stripe }, { sessionId, cause: stripeEventId }));
    logger.info('settled the checkout', { sessionId, status: order ? order.status : 'not ours' });
  });
