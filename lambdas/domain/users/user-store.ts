import { type DynamoDBDocumentClient, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MailGroup, User } from '../../../contract/records/user.ts';
import { deletedUserHours, secondsPerHour } from '../../../contract/rules/retention.ts';
import {
  succeeds,
  type TransactionPart,
  updateIf,
  updateOf,
  writeTogether,
} from '../../platform/conditional-write.ts';
import { readItem } from '../../platform/read-item.ts';

/** The user's last checkout, and a checksum of its request. */
export interface PendingCheckout {
  sessionId: string;
  fingerprint: string;
}

/** The orders that give a user the license, and since when (ISO 8601, UTC). */
export type Licenses = Readonly<Record<string, string>>;

/** A user as stored: the public record and the fields of the server. */
export type StoredUser = Omit<User, 'recoveryCodesLeft'> & {
  checkout?: PendingCheckout;
  /** `subscription` is derived from it. */
  licenses?: Licenses;
  /** The user's own referral code, created when they first view it. */
  referralCode?: string;
  recoveryCodes?: RecoveryCodes;
  /** The state of the account's security that was last reported to the owner. */
  reportedSecurity?: ReportedSecurity;
  factorReset?: FactorReset;
  /** The keys of an index of the users for whom the team has to act: while `factorReset` exists. `waitsSince` is ISO 8601, UTC. */
  waitsFor?: 'factorReset';
  waitsSince?: string;
};

/** The recovery codes that still work. */
export interface RecoveryCodes {
  /** Random. Also the salt of all codes of the set, so that one hash is enough to find a code. */
  id: string;
  /** In base64url. */
  hashes: string[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** The code of a recovery that has begun, until the second factor is off. `at` is ISO 8601, UTC. */
  inUse?: { hash: string; at: string };
}

export interface ReportedSecurity {
  /** Counts the reports, so that no two requests send the same one. */
  version: number;
  hasApp: boolean;
  /** The ids of the passkeys in Cognito. */
  passkeyIds: string[];
  recoveryCodes?: { id: string; left: number };
}

/** A request to the team to turn off the second factor. */
export interface FactorReset {
  /** ISO 8601, UTC. */
  requestedAt: string;
  /** How the request ends: set before the owner gets an email, and removed with the request. */
  outcome?: 'canceled' | 'completed';
}

/** Replaces a removed record for a day, so that no concurrent request creates it again. */
interface Tombstone {
  userId: string;
  status: 'deleted';
  /** Seconds since 1970, when DynamoDB may remove it. Access tokens are valid for half an hour. */
  expiration: number;
}

/** A condition: the account was not deleted. A tombstone has no address. */
export const onlyExisting = 'attribute_exists(email)';

export type UserStore = ReturnType<typeof userStore>;

/** The Users table. Reads are strongly consistent, so that a payment shows at once. */
export function userStore(client: DynamoDBDocumentClient, tableName: string) {
  async function find(userId: string): Promise<StoredUser | undefined> {
    const found = await readItem<StoredUser | Tombstone>(client, tableName, { userId });
    return found?.status === 'deleted' ? undefined : found;
  }

  const updateUser = (userId: string, condition: string, update: string, values: Record<string, unknown>) =>
    updateOf(tableName, { userId }, condition, update, values);

  const unsubscriptionsChange = (userId: string, previous: MailGroup[], next: MailGroup[]) =>
    updateUser(userId, 'unsubscriptions = :previous', 'SET unsubscriptions = :next', { previous, next });

  /** @returns the whole record after the change; undefined if the user no longer exists */
  async function change(userId: string, field: 'email' | 'displayName', value: string) {
    const input = updateUser(userId, onlyExisting, `SET ${field} = :value`, { value });
    const update = client.send(new UpdateCommand({ ...input, ReturnValues: 'ALL_NEW' }));
    return (await succeeds(update)) ? ((await update).Attributes as StoredUser) : undefined;
  }

  return {
    find,

    /**
     * A page of all users, not sorted. It may miss recent writes.
     * @param after the last key of the previous page
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

    /** A condition: the transaction succeeds only while the user exists. */
    mustExist: (userId: string): TransactionPart => ({
      ConditionCheck: { TableName: tableName, Key: { userId }, ConditionExpression: onlyExisting },
    }),

    /**
     * Adds the record unless the user has one. Two calls at once create one record.
     * @returns the stored record; undefined if it was removed a moment ago
     */
    async create(user: User): Promise<StoredUser | undefined> {
      const put = new PutCommand({
        TableName: tableName,
        Item: user,
        ConditionExpression: 'attribute_not_exists(userId)',
      });
      return (await succeeds(client.send(put))) ? user : find(user.userId);
    },

    /** Changes the address in an existing record. */
    changeEmail: (userId: string, email: string) => change(userId, 'email', email),

    /** Changes the name on the license in an existing record. */
    changeName: (userId: string, displayName: string) => change(userId, 'displayName', displayName),

    /**
     * Replaces the list of groups, if it has not changed since it was read.
     * @returns false when another request was faster, or the user was deleted.
     */
    replaceUnsubscriptions: (userId: string, previous: MailGroup[], next: MailGroup[]): Promise<boolean> =>
      updateIf(client, unsubscriptionsChange(userId, previous, next)),

    /** Like `replaceUnsubscriptions`, for a transaction. */
    unsubscriptionsChange,

    /**
     * Replaces the names of the passkeys, if they have not changed since they were read.
     * @returns false when another request was faster, or the user was deleted
     */
    async replacePasskeyNames(
      userId: string,
      previous: StoredUser['passkeyNames'],
      next: NonNullable<StoredUser['passkeyNames']>,
    ): Promise<boolean> {
      const unchanged = previous ? 'passkeyNames = :previous' : 'attribute_not_exists(passkeyNames)';
      const [condition, values] = [
        `${onlyExisting} AND ${unchanged}`,
        { next, ...(previous && { previous }) },
      ];
      return updateIf(client, updateUser(userId, condition, 'SET passkeyNames = :next', values));
    },

    /**
     * Removes the record, if its referral code and its votes have not changed since it was read. Safe to repeat. `create` creates no new
     * record for a day.
     * @param uncounted changes the numbers of these votes in the same transaction
     * @returns false when a code or a vote was added since the record was read, or the record was removed with one
     */
    async remove(
      userId: string,
      referralCode: string | undefined,
      now: Date,
      votes?: StoredUser['votes'],
      uncounted: TransactionPart[] = [],
    ): Promise<boolean> {
      const expiration = Math.floor(now.getTime() / 1000) + deletedUserHours * secondsPerHour;
      const tombstone: Tombstone = { userId, status: 'deleted', expiration };
      const hasCode = referralCode ? 'referralCode = :code' : 'attribute_not_exists(referralCode)';
      const values = { ...(referralCode && { ':code': referralCode }), ...(votes && { ':votes': votes }) };
      const put = {
        TableName: tableName,
        Item: tombstone,
        ConditionExpression: `${hasCode} AND ${votesAre(votes)}`,
        ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      };
      return writeTogether(client, [{ Put: put }, ...uncounted]);
    },

    /** Replaces the votes of a user, in a transaction that fails if they have changed since they were read, or the user was deleted. */
    replaceVotes: (
      { userId, votes }: Pick<StoredUser, 'userId' | 'votes'>,
      next: NonNullable<StoredUser['votes']>,
    ): TransactionPart => ({
      Update: updateUser(userId, `${onlyExisting} AND ${votesAre(votes)}`, 'SET votes = :next', {
        next,
        ...(votes && { votes }),
      }),
    }),

    /** Gives a user their own referral code, in a transaction that fails if they have one or were deleted. */
    takeReferralCode(userId: string, code: string): TransactionPart {
      const condition = `${onlyExisting} AND attribute_not_exists(referralCode)`;
      return { Update: updateUser(userId, condition, 'SET referralCode = :code', { code }) };
    },

    /**
     * Stores the user's checkout, if the previous one is still `previousSessionId`.
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
      const values = { checkout, ...(previousSessionId ? { previous: previousSessionId } : {}) };
      const condition = `${onlyExisting} AND ${unchanged}`;
      return updateIf(client, updateUser(userId, condition, 'SET checkout = :checkout', values));
    },

    /** A condition: the transaction succeeds only while the user exists and has exactly these licenses. */
    licensesCondition: (userId: string, licenses: Licenses | undefined): TransactionPart => ({
      ConditionCheck: { TableName: tableName, Key: { userId }, ...holdsJust(licenses) },
    }),

    /** Changes the licenses and the subscription of a user, in a transaction that fails if they have changed since they were read. */
    replaceLicenses: (
      { userId, licenses, subscription }: Pick<StoredUser, 'userId' | 'licenses' | 'subscription'>,
      next: Licenses,
    ): TransactionPart => {
      const { ConditionExpression: condition } = holdsJust(licenses);
      const values = {
        ...(licenses ? { licenses } : {}),
        next,
        subscription: subscriptionBy(next, subscription.lastPaymentDate),
      };
      const update = 'SET licenses = :next, subscription = :subscription';
      return { Update: updateUser(userId, condition, update, values) };
    },
  };
}

const votesAre = (votes: StoredUser['votes']) => (votes ? 'votes = :votes' : 'attribute_not_exists(votes)');

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
