import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { MailGroup, User } from '../../../contract/records/user.ts';
import { deletedUserHours, secondsPerHour } from '../../../contract/rules/retention.ts';

/** The checkout a user was last sent to, and what they had asked for. */
export interface PendingCheckout {
  sessionId: string;
  fingerprint: string;
}

/** By which orders somebody holds the license, and since when (ISO 8601, UTC). */
export type Licenses = Readonly<Record<string, string>>;

/** A user as stored: the public record, and what only the server keeps beside it. */
export type StoredUser = User & {
  checkout?: PendingCheckout;
  /** `subscription` follows from it. */
  licenses?: Licenses;
  /** The code by which they recommend us, once they have asked for one. */
  referralCode?: string;
};

/** What stands in the place of a record for a day after it was removed, so that nothing that is still under way makes it again. */
interface Tombstone {
  userId: string;
  status: 'deleted';
  /** Seconds since 1970, when DynamoDB may remove it. Access tokens are good for half an hour. */
  expiration: number;
}

/** A tombstone has no address. */
const onlyExisting = 'attribute_exists(email)';

/** A part of a transaction. */
export type TransactionPart = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export type UserStore = ReturnType<typeof userStore>;

/** The Users table. Reads are strongly consistent: what was just paid must show. */
export function userStore(client: DynamoDBDocumentClient, tableName: string) {
  async function find(userId: string): Promise<StoredUser | undefined> {
    const { Item: item } = await client.send(
      new GetCommand({ TableName: tableName, Key: { userId }, ConsistentRead: true }),
    );
    const found = item as StoredUser | Tombstone | undefined;
    return found?.status === 'deleted' ? undefined : found;
  }

  return {
    find,

    /**
     * A page of all users, in no order. It may miss what was written a moment ago.
     * @param after the key with which the page before ended
     */
    async page(after: Record<string, string> | undefined, size: number) {
      const { Items: items = [], LastEvaluatedKey: next } = await client.send(
        new ScanCommand({ TableName: tableName, Limit: size, ExclusiveStartKey: after }),
      );
      const found = items as (StoredUser | Tombstone)[];
      return {
        items: found.filter((item): item is StoredUser => item.status !== 'deleted'),
        next: next as Record<string, string> | undefined,
      };
    },

    /** Lets a transaction go through only while there is such a user. */
    mustExist: (userId: string): TransactionPart => ({
      ConditionCheck: { TableName: tableName, Key: { userId }, ConditionExpression: onlyExisting },
    }),

    /**
     * Adds the record unless the user has one; two calls at once end in one record.
     * @returns the record that stands, undefined when it was removed a moment ago
     */
    async create(user: User): Promise<StoredUser | undefined> {
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
        return find(user.userId);
      }
    },

    /**
     * Changes the address in an existing record.
     * @returns the whole record, undefined when there is no such user any more
     */
    async changeEmail(userId: string, email: string): Promise<StoredUser | undefined> {
      const update = client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { userId },
          ConditionExpression: onlyExisting,
          UpdateExpression: 'SET email = :email',
          ExpressionAttributeValues: { ':email': email },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return (await succeeds(update)) ? ((await update).Attributes as StoredUser) : undefined;
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

    /**
     * Removes the record, if its own referral code is still what it was when it was read. May be repeated. `create` makes no new record
     * for a day.
     * @returns false when a code has been added meanwhile, or the record was removed with the code
     */
    async remove(userId: string, referralCode: string | undefined, now: Date): Promise<boolean> {
      const expiration = Math.floor(now.getTime() / 1000) + deletedUserHours * secondsPerHour;
      const tombstone: Tombstone = { userId, status: 'deleted', expiration };
      return succeeds(
        client.send(
          new PutCommand({
            TableName: tableName,
            Item: tombstone,
            ...(referralCode
              ? {
                  ConditionExpression: 'referralCode = :code',
                  ExpressionAttributeValues: { ':code': referralCode },
                }
              : { ConditionExpression: 'attribute_not_exists(referralCode)' }),
          }),
        ),
      );
    },

    /** Gives a user their own referral code, in a transaction that fails if they have one or are gone. */
    takeReferralCode: (userId: string, code: string): TransactionPart => ({
      Update: {
        TableName: tableName,
        Key: { userId },
        ConditionExpression: `${onlyExisting} AND attribute_not_exists(referralCode)`,
        UpdateExpression: 'SET referralCode = :code',
        ExpressionAttributeValues: { ':code': code },
      },
    }),

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

    /** Lets a transaction go through only while there is such a user and they hold just these licenses. */
    licensesCondition: (userId: string, licenses: Licenses | undefined): TransactionPart => ({
      ConditionCheck: { TableName: tableName, Key: { userId }, ...holdsJust(licenses) },
    }),

    /** Changes what a user holds, and the subscription with it, in a transaction that fails if it is not what it was any more. */
    replaceLicenses: (
      { userId, licenses, subscription }: Pick<StoredUser, 'userId' | 'licenses' | 'subscription'>,
      next: Licenses,
    ): TransactionPart => {
      const { ConditionExpression, ExpressionAttributeValues } = holdsJust(licenses);
      return {
        Update: {
          TableName: tableName,
          Key: { userId },
          ConditionExpression,
          UpdateExpression: 'SET licenses = :next, subscription = :subscription',
          ExpressionAttributeValues: {
            ...ExpressionAttributeValues,
            ':next': next,
            ':subscription': subscriptionBy(next, subscription.lastPaymentDate),
          },
        },
      };
    },
  };
}

function holdsJust(licenses: Licenses | undefined) {
  const condition = licenses ? 'licenses = :licenses' : 'attribute_not_exists(licenses)';
  return {
    ConditionExpression: `${onlyExisting} AND ${condition}`,
    ...(licenses ? { ExpressionAttributeValues: { ':licenses': licenses } } : {}),
  };
}

function subscriptionBy(licenses: Licenses, lastPaymentDate: string | null): User['subscription'] {
  const latest = Object.values(licenses).sort().at(-1);
  return latest === undefined
    ? { status: 'none', plan: 'free', lastPaymentDate }
    : { status: 'active', plan: 'lifetime', lastPaymentDate: latest };
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
