import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { backOff } from '../../platform/back-off.ts';
import { succeeds, type TransactionPart, writeOrExplain } from '../../platform/conditional-write.ts';
import { eachOf } from '../../platform/each-of.ts';
import { queryAll } from '../../platform/query-all.ts';

/** The sort key of the item that names the owner of a code. */
const ownerKey = 'owner';

/** A part of the counts of a code on a day. The counts of a day are the sums over all its items. */
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
  /** False when the order no longer gives a license. */
  isLicensed: boolean;
}

interface ItemKey {
  code: string;
  sortKey: string;
}

export type ReferralItem = { sortKey: typeof ownerKey } | DayItem | ConversionItem;

/** The items over which the impressions of a code on a day are spread. One item takes 1,000 writes per second. */
export const impressionShards = 16;

/** Many people use a popular link at once. */
const maxAttempts = 8;

const removalsAtATime = 10;

export type ReferralStore = ReturnType<typeof referralStore>;

/**
 * The Referrals table: per code, its owner, the counters of each day, and one item for each order that it led to. Only the owner
 * item identifies a person. Other items are written after a read of the owner item, not in one transaction with it, because a popular link
 * must not delay licenses. `sweepAccounts` removes an item that is written while its owner is deleted.
 * @param pause before another attempt
 */
export function referralStore(
  client: DynamoDBDocumentClient,
  tableName: string,
  pause: (attempt: number) => Promise<void> = backOff,
) {
  const dayKey = (now: Date) => `day#${now.toISOString().slice(0, 10)}`;

  /** Adds one to a counter, atomically, so that concurrent calls all count. */
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

  /** @returns false when a condition failed, so that nothing was written */
  const write = async (parts: TransactionPart[]): Promise<boolean> =>
    (await writeOrExplain(client, parts, { maxAttempts, pause })) === undefined;

  const itemsOf = (code: string) =>
    queryAll<ReferralItem>(client, { tableName, key: { name: 'code', value: code } });

  return {
    /** @returns undefined for a code without an owner */
    ownerOf: (code: string): Promise<string | undefined> => readOwner(code, true),

    /** All items of a code. */
    itemsOf,

    /**
     * Gives the code to a user, and changes the user's record in the same transaction.
     * @returns false when the code is taken, or the user cannot have one
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
     * Stores that the code led to an order. There is one item per order. Safe to repeat.
     * @param isLicensed false when the order no longer gives a license
     */
    conversion: (
      code: string,
      { orderId, licensedAt }: { orderId: string; licensedAt: string },
      isLicensed: boolean,
    ): TransactionPart => ({
      Put: {
        TableName: tableName,
        Item: { code, sortKey: `conversion#${orderId}`, licensedAt, isLicensed },
      },
    }),

    /**
     * Counts a visit by the code's link. A code without an owner is not counted, so that invented codes do not fill the table. The read is
     * eventually consistent, which costs half: it may miss a code that was created a moment ago.
     * @param shard a random number below `impressionShards`
     */
    async countImpression(code: string, now: Date, shard: number): Promise<void> {
      if (!(await readOwner(code, false))) return;
      await client.send(new UpdateCommand(addOne(code, `${dayKey(now)}#${shard}`, 'impressions')));
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
     * @param after the last key of the previous page
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

    /** Removes all items of a user's code, the owner first, so that nothing more is counted. Safe to repeat. */
    async remove(code: string, userId: string): Promise<void> {
      const deletion = new DeleteCommand({
        TableName: tableName,
        Key: { code, sortKey: ownerKey },
        ConditionExpression: 'attribute_not_exists(userId) OR userId = :userId',
        ExpressionAttributeValues: { ':userId': userId },
      });
      // Otherwise an earlier run removed it, and another user has got the same code since.
      if (!(await succeeds(client.send(deletion)))) return;
      await eachOf(await itemsOf(code), removalsAtATime, ({ sortKey }) =>
        client.send(new DeleteCommand({ TableName: tableName, Key: { code, sortKey } })),
      );
    },
  };
}
