import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import { queryAll } from '../../platform/query-all.ts';

export type DownloadCounter = ReturnType<typeof downloadCounter>;

/** The Downloads table: per version, one item for each platform and day, and one for the updates of each day. It contains nothing about the person who downloads. */
export function downloadCounter(client: DynamoDBDocumentClient, tableName: string) {
  /** Adds one, atomically, so that concurrent downloads all count. */
  async function add(version: string, sortKey: string): Promise<void> {
    await client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: { version, sortKey },
        UpdateExpression: 'ADD downloads :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );
  }

  const itemsOf = (version: string) =>
    queryAll<{ sortKey: string; downloads: number }>(client, {
      tableName,
      key: { name: 'version', value: version },
    });

  const dayOf = (now: Date) => now.toISOString().slice(0, 10);

  return {
    /** Counts a download of a person. */
    count: (version: string, platform: Platform, now: Date) => add(version, `${platform}#${dayOf(now)}`),

    /** Counts an update of the app. */
    countUpdate: (version: string, now: Date) => add(version, `update#${dayOf(now)}`),

    /** The downloads of a version by people, on each platform. */
    async totalsOf(version: string): Promise<Record<Platform, number>> {
      const items = await itemsOf(version);
      return Object.fromEntries(platforms.map((platform) => [platform, totalOf(items, platform)])) as Record<
        Platform,
        number
      >;
    },

    /** The updates to a version. */
    updatesOf: async (version: string): Promise<number> => totalOf(await itemsOf(version), 'update'),
  };
}

const totalOf = (items: { sortKey: string; downloads: number }[], kind: string): number =>
  items
    .filter(({ sortKey }) => sortKey.startsWith(`${kind}#`))
    .reduce((sum, { downloads }) => sum + downloads, 0);
