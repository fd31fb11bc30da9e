import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Platform } from '../../../contract/rules/platforms.ts';

/** The Downloads table: per version, one item for each platform and day. It contains nothing about the person who downloads. */
export function downloadCounter(client: DynamoDBDocumentClient, tableName: string) {
  return {
    /** Adds one, atomically, so that concurrent downloads all count. */
    async count(version: string, platform: Platform, now: Date): Promise<void> {
      const day = now.toISOString().slice(0, 10);
      await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { version, sortKey: `${platform}#${day}` },
          UpdateExpression: 'ADD downloads :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    },
  };
}
