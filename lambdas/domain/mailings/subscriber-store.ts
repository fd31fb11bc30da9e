import { type DynamoDBDocumentClient, ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ListedMailing, Recipients } from '../../../contract/records/mailing.ts';
import type { User } from '../../../contract/records/user.ts';
import { votedItemOf } from '../../../contract/rules/mailing-audience.ts';
import { onlyExisting } from '../users/user-store.ts';

/** An account and whether it gets a mailing. */
export interface Account extends Pick<User, 'userId' | 'email'> {
  isRecipient: boolean;
}

/** A deleted account has only an id. */
type StoredAccount = Pick<User, 'userId'> &
  Partial<Pick<User, 'email' | 'unsubscriptions' | 'subscription' | 'votes'>>;

export type SubscriberStore = ReturnType<typeof subscriberStore>;

/** The Users table for mailings. */
export function subscriberStore(client: DynamoDBDocumentClient, tableName: string) {
  return {
    /**
     * A page of all accounts, including deleted ones, in the order of the table, strongly consistent.
     * @param approvedAt leaves out later votes, so that a mailing that is resumed goes to those who voted before
     * @param after the user id that the previous page returned as `next`
     */
    async page(
      { group, audience, approvedAt = '' }: Recipients & Pick<ListedMailing, 'approvedAt'>,
      after: string | undefined,
      size: number,
    ): Promise<{ accounts: Account[]; next: string | undefined }> {
      const { Items: items = [], LastEvaluatedKey: last } = await client.send(
        new ScanCommand({
          TableName: tableName,
          Limit: size,
          ConsistentRead: true,
          ProjectionExpression: 'userId, email, unsubscriptions, subscription, votes',
          ...(after === undefined ? {} : { ExclusiveStartKey: { userId: after } }),
        }),
      );
      const item = votedItemOf(audience);
      const accounts = (items as StoredAccount[]).map((account) => {
        const { userId, email = '', unsubscriptions, subscription, votes = {} } = account;
        const isSubscribed = unsubscriptions !== undefined && !unsubscriptions.includes(group);
        const isLicensed = subscription?.status === 'active';
        const votedAt = item === undefined ? undefined : votes[item];
        const isInAudience =
          item === undefined
            ? audience === undefined || !isLicensed
            : votedAt !== undefined && votedAt <= approvedAt;
        return { userId, email, isRecipient: isSubscribed && isInAudience };
      });
      return { accounts, next: last?.userId as string | undefined };
    },

    /** Counts the accounts that get a mailing. Reads the whole table, which takes a second per 20,000 accounts. */
    async count({ group, audience }: Recipients): Promise<number> {
      const item = votedItemOf(audience);
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
            }${item ? ' AND attribute_exists(votes.#item)' : ''}`,
            ExpressionAttributeValues: { ':group': group, ...(isUnlicensed && { ':active': 'active' }) },
            ...(isUnlicensed && { ExpressionAttributeNames: { '#status': 'status' } }),
            ...(item && { ExpressionAttributeNames: { '#item': item } }),
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
