import * as events from '../../../contract/events/events.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { completeActions } from '../../domain/desk/complete-actions.ts';
import { finishOrder } from '../../domain/orders/finish-order.ts';
import { findInterruptedRedemptions, orderLists } from '../../domain/orders/order-lists.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { describeError, logger } from '../../platform/logger.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { mailingStart } from '../../wiring/mailing-start.ts';
import { orderFinishing } from '../../wiring/order-finishing.ts';
import { orderSettlement } from '../../wiring/order-settlement.ts';

const { AUDIT_TABLE, EVENT_BUS, ORDERS_TABLE } = readConfig({
  AUDIT_TABLE: resourceName,
  EVENT_BUS: resourceName,
  ORDERS_TABLE: resourceName,
});
const client = dynamodb();
const bus = eventBridge();
const now = () => new Date();
const finishing = { ...orderFinishing(), orders: orderStore(client, ORDERS_TABLE) };
const lists = orderLists(client, ORDERS_TABLE);
const dependencies = {
  audit: auditStore(client, AUDIT_TABLE),
  finishing,
  openSettlement: orderSettlement(now),
  sendAnswer: (feedbackId: string, answerId: string) =>
    publishEvent(bus, EVENT_BUS, events.feedbackAnswered, { feedbackId, answerId }),
  announceArticle: (slug: string) => publishEvent(bus, EVENT_BUS, events.articleChanged, { slug }),
  startMailing: mailingStart(),
  now,
};

/** Completes what was interrupted: actions of the desk, and the follow-up work of redeemed codes. */
export const completeInterrupted = consume(events.completionDue, async () => {
  const failed: string[] = [];
  const fail = (id: string, error: unknown) => {
    failed.push(id);
    logger.error('could not complete an action of the desk', { id, error: describeError(error) });
  };
  await completeActions(dependencies, {
    completed: (auditId) => logger.warn('completed an action of the desk', { auditId }),
    failed: fail,
  });
  for (const order of await findInterruptedRedemptions(lists, now())) {
    const { orderId } = order;
    await finishOrder(finishing, order).then(
      () => logger.warn('finished the order of a redeemed code', { orderId }),
      (error: unknown) => fail(orderId, error),
    );
  }
  // The alarm on dead letters tells the team. The next run tries again.
  if (failed.length > 0) throw new Error(`Could not complete ${failed.join(', ')}.`);
});
