import * as events from '../../../contract/events/events.ts';
import * as deskOrderOperations from '../../../contract/operations/desk-order-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { recordAction } from '../../domain/desk/record-action.ts';
import { givesLicense } from '../../domain/orders/advance-order.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, EVENT_BUS, ORDERS_TABLE } = readConfig({
  AUDIT_TABLE: resourceName,
  EVENT_BUS: resourceName,
  ORDERS_TABLE: resourceName,
});
const client = dynamodb();
const audit = auditStore(client, AUDIT_TABLE);
const orders = orderStore(client, ORDERS_TABLE);
const bus = eventBridge();

export const deskMailLicense = serveDesk(deskOrderOperations.deskMailLicense, async (call) => {
  const { orderId, actionId } = call.data;
  const order = await orders.find(orderId);
  if (!order?.userId || !order.licenseFile || !givesLicense(order))
    throw new AppError('not-found', 'There is no active license for this order.');
  const { userId, status } = order;
  const action = describeAction(call, 'mailLicense', { personId: userId, orderId, before: status });
  await recordAction({ audit, now: () => new Date() }, action, async () => {
    // A repeated request sends no second email.
    await publishEvent(bus, EVENT_BUS, events.licenseIssued, { orderId, userId, requestId: actionId });
    return status;
  });
  return {};
});
