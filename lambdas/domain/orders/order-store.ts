import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { LicenseChange, TeamDecision } from '../../../contract/events/license-changes.ts';
import type { DeskState } from '../../../contract/records/desk-states.ts';
import type { Order } from '../../../contract/records/order.ts';
import type { OrderDispute } from '../../../contract/records/order-dispute.ts';
import { type TransactionPart, updateIf, updateOf, writeTogether } from '../../platform/conditional-write.ts';
import { queryAll } from '../../platform/query-all.ts';
import { type ItemPage, queryPage } from '../../platform/query-page.ts';
import { readItem } from '../../platform/read-item.ts';
import { deskStateOf } from './desk-state-of.ts';

/** An order as stored: the part that its buyer sees, and the fields of the server. */
export interface StoredOrder extends Omit<Order, 'history' | 'reissues' | 'isPassedOn' | 'offeredTo'> {
  /** The holder: the buyer, or the person to whom the license was passed on. Missing once this account is deleted. */
  userId?: string;
  /** The buyer of an order that was passed on. Missing once this account is deleted. */
  buyerId?: string;
  /** Missing on a free order, for which Stripe creates no payment. */
  paymentIntentId?: string;
  /** Whether another user's code led to it. Set with `licensedAt`. */
  converts?: boolean;
  /** An automatic refund failed, or any refund of a buyer who has since deleted the account. We do not retry; the team decides. */
  hasRefundFailed?: boolean;
  /** When somebody stated a withdrawal that only the buyer can confirm, ISO 8601, UTC. */
  withdrawalStatedAt?: string;
  dispute?: OrderDispute;
  /** The team has returned the money by other means after `hasRefundFailed`. */
  isRefundedElsewhere?: true;
  /** The refunds for which Stripe has refused a credit note. */
  refusedCreditNotes?: string[];
  /** With the id of the last request. */
  reissues?: NonNullable<Order['reissues']> & { requestId: string };
  /** The last action of the team that ended what the order waited for. */
  concludedBy?: string;
  /** The batch of the code that was redeemed. */
  batchId?: string;
  /** The last refund by the team. It is a full refund if the amount is missing, and may not be made yet while it is open. */
  deskRefund?: { actionId: string; amountInCents?: number; isOpen?: true };
  /** Changes with each write. */
  version: number;
  /** Seconds since 1970, when DynamoDB may remove an unfinished checkout. */
  expiration?: number;
  /** The outbox: events to publish after the message that syncs the group. Removed when they are published. */
  outbox?: {
    change: LicenseChange | TeamDecision;
    idempotencyKey: string;
    /** The previous holder, if the event is about them. */
    userId?: string;
  }[];
  /** The event `licenseIssued` about the first file must still be published. */
  isLicenseUnannounced?: boolean;
  history: (Order['history'][number] & {
    /** The id of a Stripe event, or what else caused the change, such as `checkout`, `confirmCheckout`, `reconcile`, `desk`, `withdrawal` or `passOn`. */
    cause: string;
  })[];
}

/** The keys of indexes: the month, such as `2026-11`, and the state of the desk. */
type Item = StoredOrder & IndexKeys;

interface IndexKeys {
  month: string;
  deskState?: DeskState;
}

const withoutKeys = ({ month: _month, deskState: _state, ...order }: Item): StoredOrder => order;

function keysOf(order: StoredOrder): IndexKeys {
  const deskState = deskStateOf(order);
  return { month: order.createdAt.slice(0, 7), ...(deskState ? { deskState } : {}) };
}

export type OrderStore = ReturnType<typeof orderStore>;

export function orderStore(client: DynamoDBDocumentClient, tableName: string) {
  async function find(orderId: string): Promise<StoredOrder | undefined> {
    const item = await readItem<Item>(client, tableName, { orderId });
    return item && withoutKeys(item);
  }

  async function pageOf(
    indexName: string,
    key: { name: string; value: string },
    cursor: string | undefined,
    size: number,
  ): Promise<ItemPage<StoredOrder>> {
    const page = await queryPage<Item>(client, { tableName, indexName, key, cursor, size });
    return { ...page, items: page.items.map(withoutKeys) };
  }

  /** @returns false when the condition is not met */
  const change = (orderId: string, condition: string, update: string, values: Record<string, unknown>) =>
    updateIf(client, updateOf(tableName, { orderId }, condition, update, values));

  return {
    find,

    /**
     * Writes the order and the other parts of the transaction, or nothing.
     * @param previousVersion undefined for a new order
     * @returns false when a part has changed since it was read
     */
    save(
      order: StoredOrder,
      previousVersion: number | undefined,
      parts: TransactionPart[],
    ): Promise<boolean> {
      const put = {
        TableName: tableName,
        Item: { ...order, ...keysOf(order) } satisfies Item,
        ...(previousVersion === undefined
          ? { ConditionExpression: 'attribute_not_exists(orderId)' }
          : {
              ConditionExpression: '#version = :previous',
              ExpressionAttributeNames: { '#version': 'version' },
              ExpressionAttributeValues: { ':previous': previousVersion },
            }),
      };
      return writeTogether(client, [{ Put: put }, ...parts]);
    },

    /** Clears the outbox of the order, unless it has changed since. Safe to repeat. */
    async finish({ orderId, outbox, reissues }: StoredOrder): Promise<void> {
      // If another run has changed the outbox, that run completes it. The outbox of a reissue is often empty, so the reissue has to be the same.
      const isSame = reissues ? 'reissues.requestId = :requestId' : 'attribute_not_exists(reissues)';
      const values = { outbox, ...(reissues ? { requestId: reissues.requestId } : {}) };
      await change(orderId, `outbox = :outbox AND ${isSame}`, 'REMOVE outbox', values);
    },

    /**
     * Saves the license file of an order.
     * @param isNew whether the event `licenseIssued` must be published
     * @returns false when the order has changed since it was read, or its holder was deleted
     */
    saveLicense({ orderId, version }: StoredOrder, file: string, isNew: boolean): Promise<boolean> {
      const announcement = isNew ? ', isLicenseUnannounced = :true' : '';
      return change(
        orderId,
        '#version = :version AND attribute_exists(userId)',
        `SET licenseFile = :file, #version = #version + :one${announcement}`,
        { version, file, one: 1, ...(isNew ? { true: true } : {}) },
      );
    },

    /**
     * Corrects the state of the desk of an order that older code has written. Safe to repeat.
     * @returns false when the order has changed since
     */
    setDeskState(order: StoredOrder): Promise<boolean> {
      const values = { version: order.version, state: deskStateOf(order) };
      return change(order.orderId, '#version = :version', 'SET deskState = :state', values);
    },

    /**
     * Stores that Stripe has refused credit notes for these refunds.
     * @returns the order as stored; undefined when it has changed since it was read
     */
    async refuseCreditNotes(order: StoredOrder, refundIds: string[]): Promise<StoredOrder | undefined> {
      const { orderId, version, refusedCreditNotes = [] } = order;
      const next = { refusedCreditNotes: [...refusedCreditNotes, ...refundIds], version: version + 1 };
      const values = { version, refused: next.refusedCreditNotes, next: next.version };
      const update = 'SET refusedCreditNotes = :refused, #version = :next';
      const isStored = await change(orderId, '#version = :version', update, values);
      return isStored ? { ...order, ...next } : undefined;
    },

    /** Stores that a refund by the team was made or refused. Safe to repeat. */
    async closeRefund(orderId: string, actionId: string): Promise<void> {
      await change(
        orderId,
        'deskRefund.actionId = :actionId AND attribute_exists(deskRefund.isOpen)',
        'SET #version = #version + :one REMOVE deskRefund.isOpen',
        { actionId, one: 1 },
      );
    },

    /** Stores that the license was announced. Safe to repeat. */
    async finishLicense(orderId: string): Promise<void> {
      // With a new version, so that a settlement in progress does not write the old state.
      const update = 'SET #version = #version + :one REMOVE isLicenseUnannounced';
      await change(orderId, 'attribute_exists(isLicenseUnannounced)', update, { one: 1 });
    },

    /** The orders that a user holds. Oldest first. */
    async ofUser(userId: string): Promise<StoredOrder[]> {
      const key = { name: 'userId', value: userId };
      return (await queryAll<Item>(client, { tableName, indexName: 'byUser', key })).map(withoutKeys);
    },

    /** The orders that a person placed and that were passed on. Oldest first. */
    async ofBuyer(buyerId: string): Promise<StoredOrder[]> {
      const key = { name: 'buyerId', value: buyerId };
      return (await queryAll<Item>(client, { tableName, indexName: 'byBuyer', key })).map(withoutKeys);
    },

    /** A page of the orders that a user holds, latest first. */
    page: (userId: string, cursor: string | undefined, size: number) =>
      pageOf('byUser', { name: 'userId', value: userId }, cursor, size),

    /** A page of the orders that a person placed and that were passed on, latest first. */
    pageOfBuyer: (buyerId: string, cursor: string | undefined, size: number) =>
      pageOf('byBuyer', { name: 'buyerId', value: buyerId }, cursor, size),

    /**
     * Removes what identifies the holder, who is usually the buyer. The items, dates and amounts stay for the tax office. The outbox stays too;
     * the next settlement removes the emails to the holder and publishes the notices to the team. Does nothing if the order has moved since it was read.
     */
    async forgetHolder({ orderId, passedOnAt }: StoredOrder, userId: string): Promise<void> {
      await change(
        orderId,
        `userId = :userId AND ${passedOnAt ? 'passedOnAt = :at' : 'attribute_not_exists(passedOnAt)'}`,
        // The receipt of an order that was passed on belongs to its buyer.
        `REMOVE userId, licenseFile, isLicenseUnannounced, giftFrom${passedOnAt ? '' : ', receiptUrl'}`,
        { userId, ...(passedOnAt ? { at: passedOnAt } : {}) },
      );
    },

    /** Removes what identifies the buyer of an order that was passed on. Its holder keeps the license. */
    async forgetBuyer(orderId: string, buyerId: string): Promise<void> {
      // With a new version, so that a settlement in progress does not write the buyer again.
      const update = 'SET #version = #version + :one REMOVE buyerId, receiptUrl';
      await change(orderId, 'buyerId = :buyerId', update, { buyerId, one: 1 });
    },
  };
}
