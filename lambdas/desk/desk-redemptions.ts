import * as deskCodeOperations from '../../contract/operations/desk-code-operations.ts';
import type { Dependencies } from './compose.ts';

export const deskRedemptions = ({ codes, orders, serveDesk }: Dependencies) =>
  serveDesk(deskCodeOperations.deskRedemptions, async ({ data: { batchId } }) => {
    const redeemed = await codes.redemptionsOf(batchId);
    const redemptions = await Promise.all(
      redeemed.map(async (redemption) => {
        const userId = (await orders.find(redemption.orderId))?.userId;
        return { ...redemption, ...(userId ? { userId } : {}) };
      }),
    );
    return { redemptions: redemptions.toSorted((a, b) => b.redeemedAt.localeCompare(a.redeemedAt)) };
  });
