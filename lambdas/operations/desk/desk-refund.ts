import * as deskOrderOperations from '../../../contract/operations/desk-order-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { recordRefund } from '../../domain/desk/record-refund.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { orderSettlement } from '../../wiring/order-settlement.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE } = readConfig({ AUDIT_TABLE: resourceName });
const audit = auditStore(dynamodb(), AUDIT_TABLE);
const settlement = orderSettlement(() => new Date());

export const deskRefund = serveDesk(deskOrderOperations.deskRefund, async (call) => {
  const { reason: _, ...refund } = call.data;
  const action = describeAction(call, 'refund', { orderId: refund.orderId });
  const { status } = await recordRefund({ audit, settlement: await settlement() }, action, refund);
  return { status };
});
