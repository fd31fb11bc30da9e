import * as deskCodeOperations from '../../contract/operations/desk-code-operations.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import type { Dependencies } from './compose.ts';

export const deskRedemptions = ({ codes, orders, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(deskCodeOperations.deskRedemptions, async ({ data: { batchId } }) => {
    const redeemed = await codes.redemptionsOf(batchId);
    const owned = await Promise.all(
      redeemed.map(async (redemption) => {
        const userId = (await orders.find(redemption.orderId))?.userId;
        return { ...redemption, ...(userId ? { userId } : {}) };
      }),
    );
    const ids = owned.flatMap(({ userId }) => (userId ? [userId] : []));
    const addresses = await readAddresses(tables, usersTable, ids);
    const redemptions = owned.map((each) => ({ ...each, email: addresses.get(each.userId ?? '') }));
    return { redemptions: redemptions.toSorted((a, b) => b.redeemedAt.localeCompare(a.redeemedAt)) };
  });
