import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { runProgressDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { succeeds } from '../../platform/conditional-write.ts';
import { readItem } from '../../platform/read-item.ts';

/** The progress of a comparison when its run ended. Times are in seconds since 1970. */
export interface ReconcileProgress {
  /** The comparison covers checkouts that were opened, and events that happened, between these times. */
  since: number;
  until: number;
  /** The checkouts come first, then the events. */
  list: 'checkouts' | 'events';
  /** The last item of the list that was compared; missing at its beginning. */
  after?: string;
}

interface StoredProgress extends ReconcileProgress {
  version?: number;
  expiration: number;
}

export interface ReconcileProgressStore {
  /** Call it before the first write. */
  read(nowSeconds: number): Promise<ReconcileProgress | undefined>;
  /** @throws Error if another run has written since */
  keep(progress: ReconcileProgress): Promise<void>;
  /** Removes the progress, unless another run has written since. */
  forget(): Promise<void>;
}

/**
 * The progress of a comparison, in the Limits table, which removes old items automatically. Without the item, a comparison starts again.
 * Create one store per run: it remembers the version that `read` returned.
 * @param lookBackDays of a manual run, whose progress is separate from that of the scheduled runs
 */
export function reconcileProgressStore(
  client: DynamoDBDocumentClient,
  tableName: string,
  lookBackDays?: number,
): ReconcileProgressStore {
  const key = { id: lookBackDays === undefined ? 'reconcile' : `reconcile#${lookBackDays}` };
  /** Counts the writes; undefined if there is no item, or one from before versions. */
  let version: number | undefined;
  /** DynamoDB may remove the item at any time. */
  let hasExpired = false;
  const ifUnchanged = () =>
    version === undefined
      ? { ConditionExpression: 'attribute_not_exists(version)' }
      : {
          ConditionExpression: `version = :version${hasExpired ? ' OR attribute_not_exists(id)' : ''}`,
          ExpressionAttributeValues: { ':version': version },
        };

  return {
    async read(nowSeconds) {
      const item = await readItem<StoredProgress>(client, tableName, key);
      version = item?.version;
      hasExpired = item !== undefined && item.expiration <= nowSeconds;
      if (!item || hasExpired) return undefined;
      const { since, until, list, after } = item;
      return { since, until, list, ...(after ? { after } : {}) };
    },
    async keep(progress) {
      const next = (version ?? 0) + 1;
      const expiration = progress.until + runProgressDays * secondsPerDay;
      const Item = { ...key, ...progress, expiration, version: next };
      if (!(await succeeds(client.send(new PutCommand({ TableName: tableName, Item, ...ifUnchanged() })))))
        throw new Error('The progress was written by another run, or by an earlier try of this write.');
      version = next;
      hasExpired = false;
    },
    async forget() {
      await succeeds(client.send(new DeleteCommand({ TableName: tableName, Key: key, ...ifUnchanged() })));
      version = undefined;
    },
  };
}
