import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { succeeds, type TransactionPart } from '../../platform/conditional-write.ts';
import { readItem } from '../../platform/read-item.ts';
import { isActive, type Subscription, withGroups } from './subscription.ts';

/** Each further attempt means that another request changed the item in between. */
const maxAttempts = 5;

export type SubscriptionStore = ReturnType<typeof subscriptionStore>;

/** The Subscribers table: people who get emails without an account, by a checksum of the address. */
export function subscriptionStore(client: DynamoDBDocumentClient, tableName: string) {
  const putOf = (current: Subscription | undefined, next: Omit<Subscription, 'version'>) => ({
    TableName: tableName,
    Item: { ...next, version: (current?.version ?? 0) + 1 },
    ...(current
      ? {
          ConditionExpression: 'version = :version',
          ExpressionAttributeValues: { ':version': current.version },
        }
      : { ConditionExpression: 'attribute_not_exists(subscriberId)' }),
  });

  const find = (subscriberId: string) => readItem<Subscription>(client, tableName, { subscriberId });

  return {
    find,

    /** Replaces the item that was read. The transaction fails if it has changed since. */
    replacement: (current: Subscription, next: Omit<Subscription, 'version'>): TransactionPart => ({
      Put: putOf(current, next),
    }),

    /**
     * Changes an item, even if other requests change it at the same time.
     * @param decide returns the next state, or undefined to change nothing; it may be called several times
     * @returns the item before and after
     */
    async change(
      subscriberId: string,
      decide: (current: Subscription | undefined) => Omit<Subscription, 'version'> | undefined,
    ): Promise<{ before?: Subscription; after?: Omit<Subscription, 'version'> }> {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const current = await find(subscriberId);
        const next = decide(current);
        const before = current ? { before: current } : {};
        if (!next) return { ...before, ...(current ? { after: current } : {}) };
        if (await succeeds(client.send(new PutCommand(putOf(current, next)))))
          return { ...before, after: next };
      }
      throw new Error('The subscription kept changing.');
    },
  };
}

/** Ends all emails to a person without an account, because their address rejects emails or they complained. Safe to repeat. */
export async function endSubscription(
  subscriptions: Pick<SubscriptionStore, 'change'>,
  subscriberId: string,
  now: Date,
): Promise<void> {
  await subscriptions.change(subscriberId, (current) =>
    isActive(current) && current.groups.length > 0 ? withGroups(current, [], now) : undefined,
  );
}
