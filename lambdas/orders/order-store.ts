import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { queryAll } from '../platform/query-all.ts';

/** A settled purchase. Its id is that of the Checkout Session it came from. */
export interface Order {
  orderId: string;
  /** Missing once the buyer's account is deleted. */
  userId?: string;
  priceId: string;
  amountInCents: number;
  /** ISO 4217, lower case, as Stripe writes it. */
  currency: string;
  status: 'paid' | 'free';
  /** Missing on a free order: Stripe makes no payment for it. */
  paymentIntentId?: string;
  referralCode?: string;
  /** ISO 8601, UTC: when we learned that it was settled. */
  createdAt: string;
  history: { at: string; status: string; stripeEventId: string }[];
}

export type OrderStore = ReturnType<typeof orderStore>;

export function orderStore(client: DynamoDBDocumentClient, tableName: string) {
  async function find(orderId: string): Promise<Order | undefined> {
    const { Item: item } = await client.send(
      new GetCommand({ TableName: tableName, Key: { orderId }, ConsistentRead: true }),
    );
    return item as Order | undefined;
  }

  return {
    find,

    /** Adds the order unless it is there already, and answers the one that stands. */
    async add(order: Order): Promise<Order> {
      try {
        await client.send(
          new PutCommand({
            TableName: tableName,
            Item: order,
            ConditionExpression: 'attribute_not_exists(orderId)',
          }),
        );
        return order;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const standing = await find(order.orderId);
        if (!standing) throw error;
        return standing;
      }
    },

    /** Oldest first. */
    ofUser: (userId: string): Promise<Order[]> =>
      queryAll(client, { tableName, indexName: 'byUser', key: { name: 'userId', value: userId } }),

    /** Takes away what leads to a person. What was sold, when, and for how much stays, for the tax office. */
    async forgetBuyer(orderId: string): Promise<void> {
      await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { orderId },
          ConditionExpression: 'attribute_exists(orderId)',
          UpdateExpression: 'REMOVE userId, referralCode',
        }),
      );
    },
  };
}
