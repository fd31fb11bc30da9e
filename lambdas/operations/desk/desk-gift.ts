import * as deskOrderOperations from '../../../contract/operations/desk-order-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { entryOf } from '../../domain/desk/record-action.ts';
import { giftPriceId, grantGift } from '../../domain/orders/gift-orders.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { priceIds, readConfig, resourceName } from '../../platform/config.ts';
import { giftGiving } from '../../wiring/gift-giving.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, PRICE_IDS } = readConfig({ AUDIT_TABLE: resourceName, PRICE_IDS: priceIds });
const audit = auditStore(dynamodb(), AUDIT_TABLE);
const giving = giftGiving(() => new Date());

export const deskGift = serveDesk(deskOrderOperations.deskGift, async (call) => {
  const { userId, actionId } = call.data;
  const orderId = `gift_${actionId.replaceAll('-', '')}`;
  const action = describeAction(call, 'gift', { personId: userId, orderId });
  const gift = { orderId, userId, priceId: giftPriceId(PRICE_IDS), source: 'gift' } as const;
  const order = await grantGift(giving, gift, [audit.part(entryOf(action, giving.now(), 'done', 'free'))]);
  if (!order) throw new AppError('aborted', 'This account has just changed. Look at it again, then decide.');
  return { orderId };
});
