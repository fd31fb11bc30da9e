import { randomInt } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { backOff } from '../../platform/back-off.ts';
import { eachOf } from '../../platform/each-of.ts';
import { queryAll } from '../../platform/query-all.ts';
import type { TransactionPart } from '../users/user-store.ts';

/** The sort key of the item that says whose a code is. */
const ownerKey = 'owner';

/** A part of what happened by a code on a day. The counts of a day are the sums over all its items. */
export interface DayItem {
  /** `day#2026-11-22` counts sign-ups, `day#2026-11-22#7` a share of the impressions. UTC. */
  sortKey: `day#${string}`;
  impressions?: number;
  signUps?: number;
}

/** An order that a code led to. */
export interface ConversionItem {
  sortKey: `conversion#${string}`;
  /** ISO 8601, UTC. */
  licensedAt: string;
  /** False when the order gives no license any more. */
  stands: boolean;
}

interface ItemKey {
  code: string;
  sortKey: string;
}

export type ReferralItem = { sortKey: typeof ownerKey } | DayItem | ConversionItem;

/** The items over which the impressions of a code on a day are spread, at random. One item takes 1,000 writes per second. */
const impressionShards = 16;

/**
 * Two transactions on the same item at once: one of them is canceled, and may try again.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
const maxAttempts = 8;

const removalsAtATime = 10;

export type ReferralStore = ReturnType<typeof referralStore>;

/**
 * The Referrals table: per code, its owner, the counters of each day, and one item for each order that it led to. Only the owner
 * item identifies a person. Other items are written after a read of the owner item, not in one transaction with it, because a popular link
 * must not delay licenses. `sweepAccounts` removes an item that is written while its owner leaves.
 * @param pause before another attempt
 * @param pickShard one of the items that count impressions
 */
export function referralStore(
  client: DynamoDBDocumentClient,
  tableName: string,
  pause: (attempt: number) => Promise<void> = backOff,
  pickShard: () => number = () => randomInt(impressionShards),
) {
  const dayKey = (now: Date) => `day#${now.toISOString().slice(0, 10)}`;

  /** Adds one to a counter. Atomic, so that none is lost when many come at once. */
  const addOne = (code: string, sortKey: string, counter: 'impressions' | 'signUps') => ({
    TableName: tableName,
    Key: { code, sortKey },
    UpdateExpression: 'ADD #counter :one',
    ExpressionAttributeNames: { '#counter': counter },
    ExpressionAttributeValues: { ':one': 1 },
  });

  async function readOwner(code: string, ConsistentRead: boolean): Promise<string | undefined> {
    const { Item: item } = await client.send(
      new GetCommand({ TableName: tableName, Key: { code, sortKey: ownerKey }, ConsistentRead }),
    );
    return item?.userId as string | undefined;
  }

  /** @returns false when a condition does not hold, and so nothing was written */
  async function write(parts: TransactionPart[]): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.send(new TransactWriteCommand({ TransactItems: parts }));
        return true;
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
        if (codes.includes('ConditionalCheckFailed')) return false;
        if (attempt === maxAttempts || !codes.includes('TransactionConflict')) throw error;
        await pause(attempt);
      }
    }
  }

  const itemsOf = (code: string) =>
    queryAll<ReferralItem>(client, { tableName, key: { name: 'code', value: code } });

  return {
    /** @returns undefined for a code without an owner */
    ownerOf: (code: string): Promise<string | undefined> => readOwner(code, true),

    /** All there is of a code. */
    itemsOf,

    /**
     * Makes the code somebody's, and notes it with them in the same transaction.
     * @returns false when it is taken, or the user cannot take one
     */
    claim: (code: string, userId: string, noteWithUser: TransactionPart): Promise<boolean> =>
      write([
        {
          Put: {
            TableName: tableName,
            Item: { code, sortKey: ownerKey, userId },
            ConditionExpression: 'attribute_not_exists(code)',
          },
        },
        noteWithUser,
      ]),

    /**
     * Notes that the code led to an order. There is one such item for an order, however often it is written.
     * @param stands false when the order gives no license any more
     */
    conversion: (
      code: string,
      { orderId, licensedAt }: { orderId: string; licensedAt: string },
      stands: boolean,
    ): TransactionPart => ({
      Put: {
        TableName: tableName,
        Item: { code, sortKey: `conversion#${orderId}`, licensedAt, stands },
      },
    }),

    /**
     * Counts a visit by the code's link. A code without an owner is not counted, so that invented codes do not fill the table. The read is
     * eventually consistent, which costs half: it may miss a code that was created a moment ago.
     */
    async countImpression(code: string, now: Date): Promise<void> {
      if (!(await readOwner(code, false))) return;
      await client.send(new UpdateCommand(addOne(code, `${dayKey(now)}#${pickShard()}`, 'impressions')));
    },

    /**
     * Counts a new account that the code led to, if the code has an owner.
     * @param onlyOnce makes the transaction fail for an account that has been counted
     */
    async countSignUp(code: string, onlyOnce: TransactionPart, now: Date): Promise<void> {
      if (!(await readOwner(code, true))) return;
      await write([onlyOnce, { Update: addOne(code, dayKey(now), 'signUps') }]);
    },

    /**
     * A page of the keys of all items but those of owners, as many as DynamoDB reads at once.
     * @param after the key with which the page before ended
     */
    async page(after: Record<string, string> | undefined) {
      const { Items: items = [], LastEvaluatedKey: next } = await client.send(
        new ScanCommand({
          TableName: tableName,
          ProjectionExpression: 'code, sortKey',
          ExclusiveStartKey: after,
        }),
      );
      return {
        items: (items as ItemKey[]).filter(({ sortKey }) => sortKey !== ownerKey),
        next: next as Record<string, string> | undefined,
      };
    },

    async removeItem({ code, sortKey }: ItemKey): Promise<void> {
      await client.send(new DeleteCommand({ TableName: tableName, Key: { code, sortKey } }));
    },

    /** Removes all there is of somebody's code, the owner first, so that nothing more is counted. May be repeated. */
    async remove(code: string, userId: string): Promise<void> {
      const key = { code, sortKey: ownerKey };
      try {
        await client.send(
          new DeleteCommand({
            TableName: tableName,
            Key: key,
            ConditionExpression: 'attribute_not_exists(userId) OR userId = :userId',
            ExpressionAttributeValues: { ':userId': userId },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // An earlier run was done with it, and somebody else has got the same code since.
        return;
      }
      await eachOf(await itemsOf(code), removalsAtATime, ({ sortKey }) =>
        client.send(new DeleteCommand({ TableName: tableName, Key: { code, sortKey } })),
      );
    },
  };
}
