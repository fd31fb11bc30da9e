import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';

export type ReferralStore = ReturnType<typeof referralStore>;

/** The Referrals table: per code, one item for each day's impressions. */
export function referralStore(client: DynamoDBDocumentClient, tableName: string) {
  return {
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
