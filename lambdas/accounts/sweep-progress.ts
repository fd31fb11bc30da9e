import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

/** How far a round of the sweep got. */
export interface SweepProgress {
  /** When the round began: ISO 8601, UTC. */
  startedAt: string;
  list: 'records' | 'referrals' | 'done';
  /** The key of the last item of the list that was looked at; missing at its beginning. */
  after?: Record<string, string> | undefined;
  /** The deletions that this round requested. */
  deletions: number;
}

export interface SweepProgressStore {
  read(now: Date): Promise<SweepProgress | undefined>;
  keep(progress: SweepProgress): Promise<void>;
}

const keptSeconds = 3 * 24 * 60 * 60;

/** In the Limits table, which removes old items by itself. Without the item, a round starts again. */
const key = { id: 'sweepAccounts' };

const expirationOf = (startedAt: string) => Math.floor(Date.parse(startedAt) / 1000) + keptSeconds;

export function sweepProgressStore(client: DynamoDBDocumentClient, tableName: string): SweepProgressStore {
  return {
    async read(now) {
      const { Item } = await client.send(
        new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }),
      );
      // DynamoDB may take days to remove it.
      if (!Item || Item.expiration * 1000 <= now.getTime()) return undefined;
      const { startedAt, list, after, deletions } = Item as SweepProgress;
      return { startedAt, list, deletions, ...(after ? { after } : {}) };
    },
    async keep({ after, ...progress }) {
      const expiration = expirationOf(progress.startedAt);
      const Item = { ...key, ...progress, ...(after ? { after } : {}), expiration };
      await client.send(new PutCommand({ TableName: tableName, Item }));
    },
  };
}
