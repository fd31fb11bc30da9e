import { type DynamoDBDocumentClient, ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Recipients } from '../../../contract/records/mailing.ts';
import type { User } from '../../../contract/records/user.ts';
import { onlyExisting } from '../users/user-store.ts';

/** An account and whether it gets a mailing. */
export interface Account extends Pick<User, 'userId' | 'email'> {
  isRecipient: boolean;
}

/** A deleted account has only an id. */
type StoredAccount = Pick<User, 'userId'> & Partial<Pick<User, 'email' | 'unsubscriptions' | 'subscription'>>;

export type SubscriberStore = ReturnType<typeof subscriberStore>;

/** The Users table for mailings. */
export function subscriberStore(client: DynamoDBDocumentClient, tableName: string) {
  return {
    /**
     * A page of all accounts, including deleted ones, in the order of the table, strongly consistent.
     * @param after the user id that the previous page returned as `next`
     */
    async page(
      { group, audience }: Recipients,
      after: string | undefined,
      size: number,
    ): Promise<{ accounts: Account[]; next: string | undefined }> {
      const { Items: items = [], LastEvaluatedKey: last } = await client.send(
        new ScanCommand({
          TableName: tableName,
          Limit: size,
          ConsistentRead: true,
          ProjectionExpression: 'userId, email, unsubscriptions, subscription',
          ...(after === undefined ? {} : { ExclusiveStartKey: { userId: after } }),
        }),
      );
      const accounts = (items as StoredAccount[]).map((account) => {
        const { userId, email = '', unsubscriptions, subscription } = account;
        const isSubscribed = unsubscriptions !== undefined && !unsubscriptions.includes(group);
        const isExcluded = audience === 'unlicensed' && subscription?.status === 'active';
        return { userId, email, isRecipient: isSubscribed && !isExcluded };
      });
      return { accounts, next: last?.userId as string | undefined };
    },

    /** Counts the accounts that get a mailing. Reads the whole table, which takes a second per 20,000 accounts. */
    async count({ group, audience }: Recipients): Promise<number> {
      const isUnlicensed = audience === 'unlicensed';
      let total = 0;
      let start: ScanCommandInput['ExclusiveStartKey'];
      do {
        const page = await client.send(
          new ScanCommand({
            TableName: tableName,
            Select: 'COUNT',
            FilterExpression: `${onlyExisting} AND NOT contains(unsubscriptions, :group)${
              isUnlicensed ? ' AND NOT subscription.#status = :active' : ''
            }`,
            ExpressionAttributeValues: { ':group': group, ...(isUnlicensed && { ':active': 'active' }) },
            ...(isUnlicensed && { ExpressionAttributeNames: { '#status': 'status' } }),
            ExclusiveStartKey: start,
          }),
        );
        total += page.Count ?? 0;
        start = page.LastEvaluatedKey;
      } while (start);
      return total;
    },
  };
}
