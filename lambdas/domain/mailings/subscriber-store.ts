import {
  type DynamoDBDocumentClient,
  paginateScan,
  ScanCommand,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { ListedMailing, Recipients } from '../../../contract/records/mailing.ts';
import { isSubscriberId } from '../../../contract/records/subscriber.ts';
import type { MailGroup, User } from '../../../contract/records/user.ts';
import { votedItemOf } from '../../../contract/rules/mailing-audience.ts';
import { onlyExisting } from '../users/user-store.ts';

/** An account, or an address without one, and whether it gets a mailing. */
export interface Account extends Pick<User, 'userId' | 'email'> {
  isRecipient: boolean;
}

/** A deleted account has only an id. */
type StoredAccount = Pick<User, 'userId'> &
  Partial<Pick<User, 'email' | 'unsubscriptions' | 'subscription' | 'votes'>>;

/** A person who left has only an id and no groups. */
interface StoredVisitor {
  subscriberId: string;
  email?: string;
  groups: MailGroup[];
}

type ApprovedRecipients = Recipients & Pick<ListedMailing, 'approvedAt'>;

export type SubscriberStore = ReturnType<typeof subscriberStore>;

/** The position between the addresses without an account and the accounts. */
const firstAccount = 'accounts';

interface SubscriberTables {
  usersTable: string;
  subscribersTable: string;
  /** The id of the user with this address, if there is one. */
  findAccount: (email: string) => Promise<string | undefined>;
}

/** The tables Users and Subscribers for mailings. */
export function subscriberStore(
  client: DynamoDBDocumentClient,
  { usersTable: tableName, subscribersTable, findAccount }: SubscriberTables,
) {
  /** A page of the addresses without an account. An address that has an account by now follows with the accounts. */
  async function visitorPage(
    { group, audience }: Recipients,
    after: string | undefined,
    size: number,
  ): Promise<{ accounts: Account[]; next: string | undefined }> {
    if (!reachesVisitors({ audience })) return { accounts: [], next: undefined };
    const { Items: items = [], LastEvaluatedKey: last } = await client.send(
      new ScanCommand({
        TableName: subscribersTable,
        Limit: size,
        ConsistentRead: true,
        ProjectionExpression: 'subscriberId, email, groups',
        ...(after === undefined ? {} : { ExclusiveStartKey: { subscriberId: after } }),
      }),
    );
    const accounts = (items as StoredVisitor[]).map(async ({ subscriberId, email = '', groups }) => ({
      userId: subscriberId,
      email,
      isRecipient: groups.includes(group) && (await findAccount(email)) === undefined,
    }));
    return { accounts: await Promise.all(accounts), next: last?.subscriberId as string | undefined };
  }

  /** A page of all accounts, including deleted ones. */
  async function accountPage(
    { group, audience, approvedAt = '' }: ApprovedRecipients,
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
  }

  async function countItems(scan: Omit<ScanCommandInput, 'Select'>): Promise<number> {
    let total = 0;
    for await (const { Count = 0 } of paginateScan({ client }, { ...scan, Select: 'COUNT' })) total += Count;
    return total;
  }

  return {
    /**
     * A page of everyone who may get a mailing, strongly consistent. The addresses without an account come first; otherwise a mailing could
     * miss a person who registers while it runs.
     * @param approvedAt leaves out later votes, so that a mailing that is resumed goes to those who voted before
     * @param after the position that the previous page returned as `next`: an id, or `firstAccount`
     */
    async page(
      recipients: ApprovedRecipients,
      after: string | undefined,
      size: number,
    ): Promise<{ accounts: Account[]; next: string | undefined }> {
      if (after === undefined || isSubscriberId(after)) {
        const { accounts, next } = await visitorPage(recipients, after, size);
        if (accounts.length > 0 || next !== undefined) return { accounts, next: next ?? firstAccount };
      }
      const isFirst = after === undefined || after === firstAccount || isSubscriberId(after);
      return accountPage(recipients, isFirst ? undefined : after, size);
    },

    /**
     * Counts the people who get a mailing. Reads both tables, which takes a second per 20,000 items.
     * @returns all of them, and those without an account
     */
    async count({ group, audience }: Recipients): Promise<{ count: number; withoutAccount: number }> {
      const item = votedItemOf(audience);
      const isUnlicensed = audience === 'unlicensed';
      const accounts = await countItems({
        TableName: tableName,
        FilterExpression: `${onlyExisting} AND NOT contains(unsubscriptions, :group)${
          isUnlicensed ? ' AND NOT subscription.#status = :active' : ''
        }${item ? ' AND attribute_exists(votes.#item)' : ''}`,
        ExpressionAttributeValues: { ':group': group, ...(isUnlicensed && { ':active': 'active' }) },
        ...(isUnlicensed && { ExpressionAttributeNames: { '#status': 'status' } }),
        ...(item && { ExpressionAttributeNames: { '#item': item } }),
      });
      const withoutAccount = reachesVisitors({ audience })
        ? await countItems({
            TableName: subscribersTable,
            FilterExpression: 'contains(groups, :group)',
            ExpressionAttributeValues: { ':group': group },
          })
        : 0;
      return { count: accounts + withoutAccount, withoutAccount };
    },
  };
}

/** An audience names people with an account, unless they are people without a license. */
const reachesVisitors = ({ audience }: Pick<Recipients, 'audience'>): boolean =>
  audience === undefined || audience === 'unlicensed';
