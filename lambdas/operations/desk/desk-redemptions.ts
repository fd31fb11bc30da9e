import * as deskCodeOperations from '../../../contract/operations/desk-code-operations.ts';
import { codeStore } from '../../domain/codes/code-store.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { CODES_TABLE, ORDERS_TABLE } = readConfig({ CODES_TABLE: resourceName, ORDERS_TABLE: resourceName });
const client = dynamodb();
const codes = codeStore(client, CODES_TABLE);
const orders = orderStore(client, ORDERS_TABLE);

export const deskRedemptions = serveDesk(
  deskCodeOperations.deskRedemptions,
  async ({ data: { batchId } }) => {
    const redeemed = await codes.redemptionsOf(batchId);
    const redemptions = await Promise.all(
      redeemed.map(async (redemption) => {
        const userId = (await orders.find(redemption.orderId))?.userId;
        return { ...redemption, ...(userId ? { userId } : {}) };
      }),
    );
    return { redemptions: redemptions.toSorted((a, b) => b.redeemedAt.localeCompare(a.redeemedAt)) };
  },
);
