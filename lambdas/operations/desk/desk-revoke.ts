import * as deskOrderOperations from '../../../contract/operations/desk-order-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { entryOf } from '../../domain/desk/record-action.ts';
import { revokeGift } from '../../domain/orders/gift-orders.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { giftGiving } from '../../wiring/gift-giving.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE } = readConfig({ AUDIT_TABLE: resourceName });
const audit = auditStore(dynamodb(), AUDIT_TABLE);
const giving = giftGiving(() => new Date());

export const deskRevoke = serveDesk(deskOrderOperations.deskRevoke, async (call) => {
  const { orderId, seen } = call.data;
  const { status } = await revokeGift(giving, { orderId, seen, cause: 'desk' }, (order) => {
    const subject = { personId: order.userId, orderId, before: order.status };
    const action = describeAction(call, 'revoke', subject);
    return [audit.part(entryOf(action, giving.now(), 'done', 'revoked'))];
  });
  return { status };
});
