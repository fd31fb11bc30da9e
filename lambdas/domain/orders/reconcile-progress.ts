import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { runProgressDays, secondsPerDay } from '../../../contract/rules/retention.ts';

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

export interface ReconcileProgressStore {
  read(nowSeconds: number): Promise<ReconcileProgress | undefined>;
  keep(progress: ReconcileProgress): Promise<void>;
  forget(): Promise<void>;
}

/**
 * Stores the progress in the Limits table, which removes old items automatically. Without the item, a comparison starts again.
 * @param lookBackDays of a manual run, whose progress is separate from that of the scheduled runs
 */
export function reconcileProgressStore(
  client: DynamoDBDocumentClient,
  tableName: string,
  lookBackDays?: number,
): ReconcileProgressStore {
  const key = { id: lookBackDays === undefined ? 'reconcile' : `reconcile#${lookBackDays}` };
  return {
    async read(nowSeconds) {
      const { Item } = await client.send(
        new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }),
      );
      // DynamoDB may take days to remove it.
      if (!Item || Item.expiration <= nowSeconds) return undefined;
      const { since, until, list, after } = Item as ReconcileProgress;
      return { since, until, list, ...(after ? { after } : {}) };
    },
    async keep(progress) {
      const Item = { ...key, ...progress, expiration: progress.until + runProgressDays * secondsPerDay };
      await client.send(new PutCommand({ TableName: tableName, Item }));
    },
    async forget() {
      await client.send(new DeleteCommand({ TableName: tableName, Key: key }));
    },
  };
}
