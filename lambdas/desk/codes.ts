import * as operations from '../../contract/operations/desk-code-operations.ts';
import { deskPageSize } from '../../contract/rules/desk-rules.ts';
import { codeStore } from '../domain/codes/code-store.ts';
import { createCodes } from '../domain/codes/create-codes.ts';
import { revokeCodes } from '../domain/codes/revoke-codes.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import type { Desk } from './compose.ts';

type Dependencies = ReturnType<typeof compose>;

export const compose = (desk: Desk) => ({ ...desk, codes: codeStore(desk.tables, desk.config.CODES_TABLE) });

export const deskCodes = ({ codes, serveDesk }: Dependencies) =>
  serveDesk(operations.deskCodes, ({ data: { cursor } }) => codes.batches(cursor, deskPageSize));

export const deskRedemptions = ({ codes, orders, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(operations.deskRedemptions, async ({ data: { batchId } }) => {
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

export const deskCreateCodes = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskCreateCodes, async (call) => {
    const { reason, kind, count, lastDay } = call.data;
    const action = describeAction(call, 'createCodes', {});
    return { codes: await createCodes(dependencies, action, { kind, note: reason, count, lastDay }) };
  });

export const deskRevokeCodes = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskRevokeCodes, async (call) => {
    const { batchId } = call.data;
    await revokeCodes(dependencies, describeAction(call, 'revokeCodes', { batchId }), batchId);
    return {};
  });
