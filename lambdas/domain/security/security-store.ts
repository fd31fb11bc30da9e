import { type DynamoDBDocumentClient, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { succeeds, updateOf } from '../../platform/conditional-write.ts';
import {
  type FactorReset,
  onlyExisting,
  type RecoveryCodes,
  type ReportedSecurity,
  type StoredUser,
} from '../users/user-store.ts';

/** A user whose second factor the team was asked to turn off. */
export type WaitingReset = Pick<StoredUser, 'userId' | 'email'> & { factorReset: FactorReset };

export type SecurityStore = ReturnType<typeof securityStore>;

/**
 * The fields of the Users table that protect an account. Each write succeeds only while the user
 * exists.
 */
export function securityStore(client: DynamoDBDocumentClient, tableName: string) {
  /** @returns the whole record after the change; undefined if the condition failed */
  async function update(
    userId: string,
    change: string,
    values: Record<string, unknown>,
    condition?: string,
  ): Promise<StoredUser | undefined> {
    const whole = condition ? `${onlyExisting} AND ${condition}` : onlyExisting;
    const input = updateOf(tableName, { userId }, whole, change, values);
    const update = client.send(new UpdateCommand({ ...input, ReturnValues: 'ALL_NEW' }));
    return (await succeeds(update)) ? ((await update).Attributes as StoredUser) : undefined;
  }

  return {
    /**
     * Replaces the recovery codes.
     * @returns the record after the change; undefined if the user no longer exists
     */
    replaceCodes: (userId: string, codes: RecoveryCodes): Promise<StoredUser | undefined> =>
      update(userId, 'SET recoveryCodes = :codes', { codes }),

    /**
     * Removes a recovery code, so that it works only once, and marks it as in use.
     * @param hash one of the hashes of the codes
     * @returns the record after the change; undefined if another request used or replaced a code since
     * it was read
     */
    redeemCode: (
      userId: string,
      codes: RecoveryCodes,
      hash: string,
      now: Date,
    ): Promise<StoredUser | undefined> =>
      update(
        userId,
        'SET recoveryCodes.hashes = :hashes, recoveryCodes.inUse = :inUse',
        {
          previous: codes,
          hashes: codes.hashes.filter((other) => other !== hash),
          inUse: { hash, at: now.toISOString() },
        },
        'recoveryCodes = :previous',
      ),

    /** Removes the recovery codes, unless they were replaced since they were read. */
    async removeCodes(userId: string, { id }: RecoveryCodes): Promise<void> {
      await update(userId, 'REMOVE recoveryCodes', { id }, 'recoveryCodes.id = :id');
    },

    /** Ends the use of a recovery code, unless the codes were replaced since it began. */
    async endUse(userId: string, { id }: RecoveryCodes): Promise<void> {
      await update(userId, 'REMOVE recoveryCodes.inUse', { id }, 'recoveryCodes.id = :id');
    },

    /**
     * Stores what was reported to the owner, unless another request reported something since it was
     * read.
     * @returns whether it is stored
     */
    async rememberReported(userId: string, reported: ReportedSecurity): Promise<boolean> {
      const isFirst = reported.version === 1;
      const user = await update(
        userId,
        'SET reportedSecurity = :reported',
        { reported, ...(!isFirst && { previous: reported.version - 1 }) },
        isFirst ? 'attribute_not_exists(reportedSecurity)' : 'reportedSecurity.version = :previous',
      );
      return user !== undefined;
    },

    /** @returns the stored request: the earlier one if there is one; undefined without a user */
    requestReset: async (userId: string, factorReset: FactorReset): Promise<FactorReset | undefined> =>
      (
        await update(
          userId,
          'SET factorReset = if_not_exists(factorReset, :reset), waitsFor = :kind, waitsSince = if_not_exists(waitsSince, :at)',
          {
            reset: factorReset,
            kind: 'factorReset' satisfies StoredUser['waitsFor'],
            at: factorReset.requestedAt,
          },
        )
      )?.factorReset,

    /**
     * Stores how a request ends before any other step, because an owner who signs in and an operator may
     * act at the same moment. Safe to repeat.
     * @returns the record after the change; undefined if another outcome was decided, or the request
     * was removed
     */
    decideReset: (
      userId: string,
      { requestedAt }: FactorReset,
      outcome: NonNullable<FactorReset['outcome']>,
    ): Promise<StoredUser | undefined> =>
      update(
        userId,
        'SET factorReset.outcome = :outcome',
        { requestedAt, outcome },
        'factorReset.requestedAt = :requestedAt AND (attribute_not_exists(factorReset.outcome) OR factorReset.outcome = :outcome)',
      ),

    /** The requests after a time, oldest first. The index may lag behind the table for a moment. */
    async resetsAfter(time: Date): Promise<WaitingReset[]> {
      const pages = paginateQuery(
        { client },
        {
          TableName: tableName,
          IndexName: 'byWaiting',
          KeyConditionExpression: 'waitsFor = :kind AND waitsSince > :time',
          ExpressionAttributeValues: {
            ':kind': 'factorReset' satisfies StoredUser['waitsFor'],
            ':time': time.toISOString(),
          },
        },
      );
      const found: WaitingReset[] = [];
      for await (const { Items = [] } of pages) found.push(...(Items as WaitingReset[]));
      return found;
    },

    /** @returns whether it removed this request; false if another request was faster */
    removeReset: async (userId: string, { requestedAt }: FactorReset): Promise<boolean> =>
      (await update(
        userId,
        'REMOVE factorReset, waitsFor, waitsSince',
        { requestedAt },
        'factorReset.requestedAt = :requestedAt',
      )) !== undefined,
  };
}
