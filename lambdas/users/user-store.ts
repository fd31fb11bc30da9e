import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { MailGroup, User } from '../../contract/user.ts';

/** The checkout a user was last sent to, and what they had asked for. */
export interface PendingCheckout {
  sessionId: string;
  fingerprint: string;
}

/** A user as stored: the public record, and what only the server keeps beside it. */
export type StoredUser = User & { checkout?: PendingCheckout };

export type UserStore = ReturnType<typeof userStore>;

/** The Users table. Reads are strongly consistent: what was just paid must show. */
export function userStore(client: DynamoDBDocumentClient, tableName: string) {
  const onlyExisting = 'attribute_exists(userId)';

  async function find(userId: string): Promise<StoredUser | undefined> {
    const { Item: item } = await client.send(
      new GetCommand({ TableName: tableName, Key: { userId }, ConsistentRead: true }),
    );
    return item as StoredUser | undefined;
  }

  return {
    find,

    /** Adds the record unless the user has one; two calls at once end in one record. Answers the record that stands. */
    async create(user: User): Promise<StoredUser> {
      try {
        await client.send(
          new PutCommand({
            TableName: tableName,
            Item: user,
            ConditionExpression: 'attribute_not_exists(userId)',
          }),
        );
        return user;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const standing = await find(user.userId);
        if (!standing) throw error;
        return standing;
      }
    },

    /** Merges the fields into an existing record and answers it whole. */
    async merge(userId: string, change: Partial<Pick<User, 'displayName' | 'email'>>): Promise<StoredUser> {
      const fields = Object.entries(change).filter(([, value]) => value !== undefined);
      const { Attributes: attributes } = await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { userId },
          ConditionExpression: onlyExisting,
          UpdateExpression: `SET ${fields.map((_, index) => `#${index} = :${index}`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(fields.map(([name], index) => [`#${index}`, name])),
          ExpressionAttributeValues: Object.fromEntries(
            fields.map(([, value], index) => [`:${index}`, value]),
          ),
          ReturnValues: 'ALL_NEW',
        }),
      );
      return attributes as StoredUser;
    },

    /**
     * Replaces the list of groups, if it is still what it was when it was read.
     * @returns false when another request was faster, or the user is gone.
     */
    async replaceUnsubscriptions(userId: string, previous: MailGroup[], next: MailGroup[]): Promise<boolean> {
      return succeeds(
        client.send(
          new UpdateCommand({
            TableName: tableName,
            Key: { userId },
            ConditionExpression: 'unsubscriptions = :previous',
            UpdateExpression: 'SET unsubscriptions = :next',
            ExpressionAttributeValues: { ':previous': previous, ':next': next },
          }),
        ),
      );
    },

    async remove(userId: string): Promise<void> {
      await client.send(new DeleteCommand({ TableName: tableName, Key: { userId } }));
    },

    /**
     * Remembers the checkout the user is in, if the one before it is still `previousSessionId`.
     * @returns false when another request was faster.
     */
    async rememberCheckout(
      userId: string,
      checkout: PendingCheckout,
      previousSessionId?: string,
    ): Promise<boolean> {
      const unchanged = previousSessionId
        ? 'checkout.sessionId = :previous'
        : 'attribute_not_exists(checkout)';
      return succeeds(
        client.send(
          new UpdateCommand({
            TableName: tableName,
            Key: { userId },
            ConditionExpression: `${onlyExisting} AND ${unchanged}`,
            UpdateExpression: 'SET checkout = :checkout',
            ExpressionAttributeValues: {
              ':checkout': checkout,
              ...(previousSessionId ? { ':previous': previousSessionId } : {}),
            },
          }),
        ),
      );
    },

    /** @returns false when there is no such user any more. */
    async activateSubscription(userId: string, lastPaymentDate: string): Promise<boolean> {
      const subscription: User['subscription'] = { status: 'active', plan: 'lifetime', lastPaymentDate };
      return succeeds(
        client.send(
          new UpdateCommand({
            TableName: tableName,
            Key: { userId },
            ConditionExpression: onlyExisting,
            UpdateExpression: 'SET subscription = :subscription',
            ExpressionAttributeValues: { ':subscription': subscription },
          }),
        ),
      );
    },
  };
}

/** True when a conditional write went through, false when its condition did not hold. */
async function succeeds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
