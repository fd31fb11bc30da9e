import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

/** How far a comparison has come whose run ended too early. Times are in seconds since 1970. */
export interface ReconcileProgress {
  /** What it compares: checkouts that were opened, and events that happened, in this time. */
  since: number;
  until: number;
  /** The checkouts come first, then the events. */
  list: 'checkouts' | 'events';
  /** The last one of the list that was looked at; missing at its beginning. */
  after?: string;
}

export interface ReconcileProgressStore {
  read(nowSeconds: number): Promise<ReconcileProgress | undefined>;
  keep(progress: ReconcileProgress): Promise<void>;
  forget(): Promise<void>;
}

/** Stripe keeps events for 30 days. What a run left longer ago than this, the later ones have compared long since. */
const keptSeconds = 3 * 24 * 60 * 60;

/** In the Limits table, whose items vanish by themselves: without it a comparison only begins anew. */
const key = { id: 'reconcile' };

export function reconcileProgressStore(
  client: DynamoDBDocumentClient,
  tableName: string,
): ReconcileProgressStore {
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
      const Item = { ...key, ...progress, expiration: progress.until + keptSeconds };
      await client.send(new PutCommand({ TableName: tableName, Item }));
    },
    async forget() {
      await client.send(new DeleteCommand({ TableName: tableName, Key: key }));
    },
  };
}
