import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactionPart } from '../users/user-store.ts';

/** The sort key of the item that says whose a code is. */
const ownerKey = 'owner';

export type ReferralStore = ReturnType<typeof referralStore>;

/** The Referrals table: per code, whose it is, one item for each day's impressions, and one for each order that it led to. */
export function referralStore(client: DynamoDBDocumentClient, tableName: string) {
  return {
    /** @returns undefined for a code that is nobody's, or not any more */
    async ownerOf(code: string): Promise<string | undefined> {
      const { Item: item } = await client.send(
        new GetCommand({ TableName: tableName, Key: { code, sortKey: ownerKey }, ConsistentRead: true }),
      );
      return item?.userId as string | undefined;
    },

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
      {
        ConditionCheck: {
          TableName: tableName,
          Key: { code, sortKey: ownerKey },
          ConditionExpression: 'attribute_exists(userId)',
        },
      },
      {
        Put: {
          TableName: tableName,
          Item: { code, sortKey: `conversion#${orderId}`, licensedAt, stands },
        },
      },
    ],

    /** Adds one to the day's counter. Atomic, so that none is lost when many come at once. */
    async countImpression(code: string, now: Date): Promise<void> {
      const day = now.toISOString().slice(0, 10);
      await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { code, sortKey: `impressions#${day}` },
          UpdateExpression: 'ADD impressions :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    },
  };
}
