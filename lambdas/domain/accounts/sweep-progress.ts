import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { runProgressDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { succeeds } from '../../platform/conditional-write.ts';
import { readItem } from '../../platform/read-item.ts';

/** The position at which a walk over a list continues. */
export interface SweepPosition {
  /** The key of the last processed item of the list; missing at its beginning. */
  after?: Record<string, string> | undefined;
  /** True if the previous run ended here, because several items in a row failed. */
  hasFailed?: boolean | undefined;
}

/** The progress of a round of the sweep. */
export interface SweepProgress extends SweepPosition {
  /** When the round began: ISO 8601, UTC. */
  startedAt: string;
  list: 'records' | 'deletions' | 'referrals' | 'done';
  /** The round deletes nothing if it finds more candidates. */
  maxDeletions: number;
  /** The ids of users without an account. Above the limit, it holds one more than the limit. */
  candidates: string[];
  /** Counts the writes of all rounds. */
  version: number;
}

export interface SweepProgressStore {
  read(): Promise<SweepProgress | undefined>;
  /**
   * @returns the progress as it is stored now, for the next write
   * @throws SweepTakenOver if another run has written since this progress was read
   */
  keep(progress: SweepProgress): Promise<SweepProgress>;
}

/** Another run continues this round, or has begun a new one. */
export class SweepTakenOver extends Error {}

/** The progress is in the Limits table, which removes old items automatically. Without the item, a round starts again. */
const key = { id: 'sweepAccounts' };

const expirationOf = (startedAt: string) =>
  Math.floor(Date.parse(startedAt) / 1000) + runProgressDays * secondsPerDay;

export function sweepProgressStore(client: DynamoDBDocumentClient, tableName: string): SweepProgressStore {
  return {
    async read() {
      const item = await readItem<SweepProgress & { id: string; expiration: number }>(client, tableName, key);
      if (!item?.version) return undefined;
      const { id, expiration, ...progress } = item;
      return progress;
    },

    async keep(progress) {
      const { after, hasFailed, version, ...rest } = progress;
      const kept = {
        ...rest,
        ...(after ? { after } : {}),
        ...(hasFailed ? { hasFailed } : {}),
        version: version + 1,
      };
      const put = new PutCommand({
        TableName: tableName,
        Item: { ...key, ...kept, expiration: expirationOf(progress.startedAt) },
        ConditionExpression: 'attribute_not_exists(version) OR version = :version',
        ExpressionAttributeValues: { ':version': version },
      });
      if (!(await succeeds(client.send(put)))) throw new SweepTakenOver();
      return kept;
    },
  };
}
