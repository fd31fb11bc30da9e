import * as orderOperations from '../../../contract/operations/order-operations.ts';
import { codeStore } from '../../domain/codes/code-store.ts';
import { redeemCode } from '../../domain/codes/redeem-code.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { giftPriceId } from '../../domain/orders/gift-orders.ts';
import { publicOrder } from '../../domain/orders/public-order.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { priceIds, readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';
import { viewerNetworks } from '../../platform/viewer-network.ts';
import { giftGiving } from '../../wiring/gift-giving.ts';

const { CODES_TABLE, LIMITS_TABLE, PRICE_IDS } = readConfig({
  CODES_TABLE: resourceName,
  LIMITS_TABLE: resourceName,
  PRICE_IDS: priceIds,
});
const client = dynamodb();
const codes = codeStore(client, CODES_TABLE);
const limits = limitStore(client, LIMITS_TABLE);
const giving = giftGiving(() => new Date());
const pool = cognito();

export const redeem = serve(orderOperations.redeem, async ({ caller, data: { code }, sender }) => {
  const now = new Date();
  await limits.takeForNetworks('redeemByNetwork', viewerNetworks(sender), now);
  await limits.take('redeem', caller.userId, now);
  const priceId = giftPriceId(PRICE_IDS);
  await readOrCreateUser(giving.users, pool, caller, now);
  return publicOrder(await redeemCode({ ...giving, codes, priceId }, caller.userId, code));
});
