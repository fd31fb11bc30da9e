import * as orderOperations from '../../../contract/operations/order-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { confirmCheckout as confirm } from '../../domain/orders/confirm-checkout.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';
import { orderSettlement } from '../../wiring/order-settlement.ts';

const { LIMITS_TABLE } = readConfig({ LIMITS_TABLE: resourceName });
const limits = limitStore(dynamodb(), LIMITS_TABLE);
const settlement = orderSettlement(() => new Date());

export const confirmCheckout = serve(orderOperations.confirmCheckout, async ({ caller, data }) => {
  await limits.take('confirmCheckout', caller.userId, new Date());
  return confirm(await settlement(), caller.userId, data.sessionId);
});
