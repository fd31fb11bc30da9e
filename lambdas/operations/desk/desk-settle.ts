import * as deskOrderOperations from '../../../contract/operations/desk-order-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { recordAction } from '../../domain/desk/record-action.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { settleOrder } from '../../domain/orders/settle-order.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { orderSettlement } from '../../wiring/order-settlement.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, ORDERS_TABLE } = readConfig({ AUDIT_TABLE: resourceName, ORDERS_TABLE: resourceName });
const client = dynamodb();
const audit = auditStore(client, AUDIT_TABLE);
const orders = orderStore(client, ORDERS_TABLE);
const settlement = orderSettlement(() => new Date());

export const deskSettle = serveDesk(deskOrderOperations.deskSettle, async (call) => {
  const { orderId } = call.data;
  const order = await orders.find(orderId);
  if (!order) throw new AppError('not-found', 'There is no such order.');
  const action = describeAction(call, 'settle', { personId: order.userId, orderId, before: order.status });
  // Stripe does not know a gift.
  if (order.source)
    throw new AppError('aborted', 'Stripe does not know this order, because nothing was paid for it.');
  let { status } = order;
  await recordAction({ audit, now: () => new Date() }, action, async () => {
    const settled = await settleOrder(await settlement(), { sessionId: orderId, cause: 'desk' });
    if (!settled) throw new AppError('not-found', 'Stripe does not know this order.');
    status = settled.status;
    return status;
  });
  return { status };
});
