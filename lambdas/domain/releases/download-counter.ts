import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import { queryAll } from '../../platform/query-all.ts';

export type DownloadCounter = ReturnType<typeof downloadCounter>;

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

    /** The downloads of a version on each platform. */
    async totalsOf(version: string): Promise<Record<Platform, number>> {
      const items = await queryAll<{ sortKey: string; downloads: number }>(client, {
        tableName,
        key: { name: 'version', value: version },
      });
      const total = (platform: Platform) =>
        items
          .filter(({ sortKey }) => sortKey.startsWith(`${platform}#`))
          .reduce((sum, { downloads }) => sum + downloads, 0);
      return Object.fromEntries(platforms.map((platform) => [platform, total(platform)])) as Record<
        Platform,
        number
      >;
    },
  };
}
