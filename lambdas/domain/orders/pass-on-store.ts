import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Order } from '../../../contract/records/order.ts';
import { passOnLinkDays } from '../../../contract/rules/pass-on.ts';
import { secondsPerDay } from '../../../contract/rules/retention.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { readItem } from '../../platform/read-item.ts';

/** An offer of a license to the owner of an address. */
export interface PassOn {
  passOnId: string;
  /** The holder who offers it. */
  userId: string;
  /** The address as the holder typed it. */
  email: string;
  /** Seconds since 1970. DynamoDB removes it within a few days after that. */
  expiration: number;
}

export type PassOnStore = ReturnType<typeof passOnStore>;

/** The offers of licenses, in the Limits table, which removes old items automatically. An order has one: a new offer replaces it. */
export function passOnStore(client: DynamoDBDocumentClient, tableName: string) {
  const keyOf = (orderId: string) => ({ id: `passOn#${orderId}` });

  async function find(orderId: string, now: Date): Promise<PassOn | undefined> {
    const found = await readItem<PassOn>(client, tableName, keyOf(orderId));
    return found && found.expiration > now.getTime() / 1000 ? found : undefined;
  }

  return {
    /** The offer, unless it has expired. */
    find,

    /** The offer as its holder sees it; no field without one. Only an order with a license file can have one. */
    async shown(
      { orderId, licenseFile }: Pick<Order, 'orderId' | 'licenseFile'>,
      holderId: string,
      now: Date,
    ): Promise<Pick<Order, 'offeredTo'>> {
      const offer = licenseFile ? await find(orderId, now) : undefined;
      if (offer?.userId !== holderId) return {};
      return { offeredTo: { email: offer.email, until: new Date(offer.expiration * 1000).toISOString() } };
    },

    /** Stores an offer, which replaces an earlier one. Safe to repeat. */
    async replace(orderId: string, offer: Omit<PassOn, 'expiration'>, now: Date): Promise<void> {
      const expiration = Math.floor(now.getTime() / 1000) + passOnLinkDays * secondsPerDay;
      const Item = { ...keyOf(orderId), ...offer, expiration } satisfies PassOn & { id: string };
      await client.send(new PutCommand({ TableName: tableName, Item }));
    },

    /** Safe to repeat. */
    async remove(orderId: string): Promise<void> {
      await client.send(new DeleteCommand({ TableName: tableName, Key: keyOf(orderId) }));
    },

    /** Uses up an offer, in a transaction that fails if it was canceled or replaced. */
    acceptance: (orderId: string, { passOnId }: Pick<PassOn, 'passOnId'>): TransactionPart => ({
      Delete: {
        TableName: tableName,
        Key: keyOf(orderId),
        ConditionExpression: 'passOnId = :passOnId',
        ExpressionAttributeValues: { ':passOnId': passOnId },
      },
    }),
  };
}
