import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { backOff } from '../platform/back-off.ts';
import { eachOf } from '../platform/each-of.ts';
import { queryAll } from '../platform/query-all.ts';
import type { TransactionPart } from '../users/user-store.ts';

/** The sort key of the item that says whose a code is. */
const ownerKey = 'owner';

/** What happened by a code on a day. */
export interface DayItem {
  /** `day#2026-11-22`, UTC. */
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

export type ReferralItem = { sortKey: typeof ownerKey } | DayItem | ConversionItem;

/**
 * Two transactions on the same item at once: one of them is cancelled, and may try again. Many may follow the same link in a second.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
const maxAttempts = 8;

const removalsAtATime = 10;

export type ReferralStore = ReturnType<typeof referralStore>;

/**
 * The Referrals table: per code, whose it is, one item for each day's counters, and one for each order that it led to. But for the
 * owner's it holds nothing of a person, and everything beside the owner is written only while there is one.
 * @param pause before another attempt
 */
export function referralStore(
  client: DynamoDBDocumentClient,
  tableName: string,
  pause: (attempt: number) => Promise<void> = backOff,
) {
  const mustHaveOwner = (code: string): TransactionPart => ({
    ConditionCheck: {
      TableName: tableName,
      Key: { code, sortKey: ownerKey },
      ConditionExpression: 'attribute_exists(userId)',
    },
  });

  /** Adds one to a counter of the day. Atomic, so that none is lost when many come at once. */
  const addOne = (code: string, counter: 'impressions' | 'signUps', now: Date): TransactionPart => ({
    Update: {
      TableName: tableName,
      Key: { code, sortKey: `day#${now.toISOString().slice(0, 10)}` },
      UpdateExpression: 'ADD #counter :one',
      ExpressionAttributeNames: { '#counter': counter },
      ExpressionAttributeValues: { ':one': 1 },
    },
  });

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
    /** @returns undefined for a code that is nobody's, or not any more */
    async ownerOf(code: string): Promise<string | undefined> {
      const { Item: item } = await client.send(
        new GetCommand({ TableName: tableName, Key: { code, sortKey: ownerKey }, ConsistentRead: true }),
      );
      return item?.userId as string | undefined;
    },

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
     * Notes, in a transaction that fails if the code is nobody's any more, that it led to an order. There is one such item for an order,
     * however often it is written.
     * @param stands false when the order gives no license any more
     */
    conversion: (
      code: string,
      { orderId, licensedAt }: { orderId: string; licensedAt: string },
      stands: boolean,
    ): TransactionPart[] => [
      mustHaveOwner(code),
      {
        Put: {
          TableName: tableName,
          Item: { code, sortKey: `conversion#${orderId}`, licensedAt, stands },
        },
      },
    ],

    /** Counts a visit by the code's link. What is nobody's code is not counted, and nobody is told. */
    async countImpression(code: string, now: Date): Promise<void> {
      await write([mustHaveOwner(code), addOne(code, 'impressions', now)]);
    },

    /**
     * Counts a new account that the code led to, if it is somebody's.
     * @param onlyOnce makes the transaction fail for an account that has been counted
     */
    async countSignUp(code: string, onlyOnce: TransactionPart, now: Date): Promise<void> {
      await write([mustHaveOwner(code), onlyOnce, addOne(code, 'signUps', now)]);
    },

    /** Removes all there is of somebody's code, the owner first: after that nothing is added. May be repeated. */
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
