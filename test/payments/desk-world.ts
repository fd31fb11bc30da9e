import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditFilter } from '../../contract/records/audit-entry.ts';
import { codeStore } from '../../lambdas/domain/codes/code-store.ts';
import { createCodes } from '../../lambdas/domain/codes/create-codes.ts';
import { redeemCode } from '../../lambdas/domain/codes/redeem-code.ts';
import { revokeCodes } from '../../lambdas/domain/codes/revoke-codes.ts';
import { auditStore } from '../../lambdas/domain/desk/audit-store.ts';
import { completeActions } from '../../lambdas/domain/desk/complete-actions.ts';
import { type DeskAction, entryOf } from '../../lambdas/domain/desk/record-action.ts';
import { recordRefund } from '../../lambdas/domain/desk/record-refund.ts';
import { finishOrder } from '../../lambdas/domain/orders/finish-order.ts';
import { grantGift, revokeGift } from '../../lambdas/domain/orders/gift-orders.ts';
import { findInterruptedRedemptions } from '../../lambdas/domain/orders/order-lists.ts';
import type { OrderStore } from '../../lambdas/domain/orders/order-store.ts';
import { passOnLicense, refuseRecentMove } from '../../lambdas/domain/orders/pass-on-license.ts';
import type { RefundDependencies } from '../../lambdas/domain/orders/refund-order.ts';
import { reissueLicense } from '../../lambdas/domain/orders/reissue-license.ts';
import type { UserStore } from '../../lambdas/domain/users/user-store.ts';

interface DeskTables {
  client: DynamoDBDocumentClient;
  audit: string;
  codes: string;
}

/** The actions of the team on orders, and of people with codes. */
export function openDesk(
  { client, audit: auditTable, codes: codesTable }: DeskTables,
  settlement: RefundDependencies & { orders: OrderStore; users: UserStore },
  priceId: string,
) {
  const { now } = settlement;
  const actorId = `team-${randomUUID()}`;
  const store = auditStore(client, auditTable);
  const codes = codeStore(client, codesTable);
  let batchId = '';
  // All worlds share the tables, so each reads its own entries and redemptions only.
  const audit = {
    ...store,
    find: async ({ value }: AuditFilter) =>
      (await store.find({ by: 'actor', value: actorId })).filter(({ at }) => at.startsWith(value)),
  };
  const lists = {
    async all() {
      const redeemed = await codes.redemptionsOf(batchId);
      const found = await Promise.all(redeemed.map(({ orderId }) => settlement.orders.find(orderId)));
      return found.filter((order) => order !== undefined);
    },
  };
  const describe = (
    action: DeskAction['action'],
    actionId: string,
    subject: Partial<DeskAction>,
  ): DeskAction => ({ actionId, actorId, action, reason: 'A reason.', requestId: 'request-1', ...subject });
  /** Every order that a gift or a code may have created. */
  const giftIds = new Set<string>();

  return {
    giftIds,

    /** @param seen the length of the history that the admin saw */
    refund(orderId: string, actionId: string, seen: number, amountInCents?: number) {
      const action = describe('refund', actionId, { orderId });
      return recordRefund({ audit, settlement }, action, { actionId, orderId, seen, amountInCents });
    },

    async give(userId: string, actionId: string): Promise<void> {
      const orderId = `gift_${actionId}`;
      giftIds.add(orderId);
      const action = describe('gift', actionId, { personId: userId, orderId });
      const part = audit.part(entryOf(action, now(), 'done', 'free'));
      await grantGift(settlement, { orderId, userId, priceId, source: 'gift' }, [part]);
    },

    async revoke(orderId: string, actionId: string, seen: number): Promise<void> {
      await revokeGift(settlement, { orderId, seen, cause: 'desk' }, ({ userId }) => {
        const action = describe('revoke', actionId, { personId: userId, orderId });
        return [audit.part(entryOf(action, now(), 'done', 'revoked'))];
      });
    },

    reissue: (orderId: string, requestId: string) =>
      reissueLicense(settlement, { orderId, requestId }, ({ userId }) => [
        audit.part(entryOf(describe('reissue', requestId, { personId: userId, orderId }), now(), 'done')),
      ]),

    /** @param seen the length of the history that the team saw; undefined for a move by the holder, who has to wait for the end of the pause */
    move(orderId: string, receiverId: string, requestId: string, seen?: number) {
      const part = (action: 'passOn' | 'receive', actionId: string, personId?: string) =>
        audit.part(entryOf(describe(action, actionId, { personId, orderId }), now(), 'done'));
      return passOnLicense(
        settlement,
        { orderId, requestId, receiverId, cause: 'passOn', ...(seen === undefined ? {} : { seen }) },
        (order) => {
          if (seen === undefined) refuseRecentMove(order, now());
        },
        ({ userId }) => [
          part('passOn', requestId, userId),
          part('receive', `${requestId}#receive`, receiverId),
        ],
      );
    },

    makeCodes(actionId: string, lastDay?: string): Promise<string[]> {
      batchId = actionId;
      const action = describe('createCodes', actionId, {});
      return createCodes({ codes, audit, now }, action, { kind: 'gift', note: 'A note.', count: 2, lastDay });
    },

    revokeCodes: (id: string, actionId: string): Promise<void> =>
      revokeCodes({ codes, audit, now }, describe('revokeCodes', actionId, {}), id),

    /** Resets the batch to its state before the last code was stored. */
    reopen: (id: string) =>
      client.send(
        new UpdateCommand({
          TableName: codesTable,
          Key: { id: `batch#${id}` },
          UpdateExpression: 'SET #status = :incomplete',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':incomplete': 'incomplete' },
        }),
      ),

    async redeem(userId: string, code: string): Promise<void> {
      const order = await redeemCode({ ...settlement, codes, priceId }, userId, code);
      giftIds.add(order.orderId);
    },

    /** Runs `completeDeskActions`. */
    async complete(): Promise<void> {
      const failures: unknown[] = [];
      const observer = {
        completed: () => {},
        failed: (_: string, error: unknown) => void failures.push(error),
      };
      await completeActions(
        {
          audit,
          finishing: settlement,
          openSettlement: async () => settlement,
          sendAnswer: async () => {},
          sendProblemAnswer: async () => {},
          announceArticle: async () => {},
          startMailing: async () => {},
          now: settlement.now,
        },
        observer,
      );
      for (const order of await findInterruptedRedemptions(lists, now()))
        await finishOrder(settlement, order);
      if (failures.length > 0) throw failures[0];
    },

    entries: () => store.find({ by: 'actor', value: actorId }),
    batch: (batchId: string) => codes.findBatch(batchId),
    redemptionsOf: (batchId: string) => codes.redemptionsOf(batchId),
  };
}
