import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type ListedOrder, listedOrder, type OrderFilter } from '../../../contract/records/desk-orders.ts';
import type { OrderStatus } from '../../../contract/records/order-states.ts';
import { queryPage } from '../../platform/query-page.ts';
import type { StoredOrder } from './order-store.ts';

/** Checkouts that were never finished are not orders. */
const unfinished: OrderStatus[] = ['created', 'expired'];

/** Reads orders by the month of their checkout, latest first. The index may lag behind its table for a moment. */
export function orderLists(client: DynamoDBDocumentClient, tableName: string) {
  async function read({ month, status, country, source }: OrderFilter, cursor?: string, size?: number) {
    const wanted = Object.entries({ status, country, source }).filter(([, value]) => value !== undefined);
    const { items, next } = await queryPage(client, {
      tableName,
      indexName: 'byMonth',
      key: { name: 'month', value: month },
      cursor,
      ...(size ? { size } : {}),
      more: {
        FilterExpression: [
          'NOT #status IN (:created, :expired)',
          ...wanted.map(([name]) => `#${name} = :${name}`),
        ].join(' AND '),
        ExpressionAttributeNames: {
          '#status': 'status',
          ...Object.fromEntries(wanted.map(([name]) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ...Object.fromEntries(unfinished.map((name) => [`:${name}`, name])),
          ...Object.fromEntries(wanted.map(([name, value]) => [`:${name}`, value])),
        },
      },
    });
    return { orders: items as unknown as StoredOrder[], next };
  }

  return {
    /** At most `size` orders; a filter may leave fewer, or none, on a page that is not the last. */
    async page(
      filter: OrderFilter,
      cursor: string | undefined,
      size: number,
    ): Promise<{ orders: ListedOrder[]; next?: string }> {
      const { orders, next } = await read(filter, cursor, size);
      return { orders: orders.map((item) => listedOrder.parse(item)), ...(next ? { next } : {}) };
    },

    /** All orders of the filter. */
    async all(filter: OrderFilter): Promise<StoredOrder[]> {
      const found: StoredOrder[] = [];
      let cursor: string | undefined;
      do {
        const { orders, next } = await read(filter, cursor);
        found.push(...orders);
        cursor = next;
      } while (cursor);
      return found;
    },
  };
}

type OrderLists = ReturnType<typeof orderLists>;

/** Younger follow-up work may still be in progress. */
const graceMs = 10 * 60 * 1000;

/** Orders from codes of at least the last two days whose follow-up work was interrupted. */
export async function findInterruptedRedemptions(
  lists: Pick<OrderLists, 'all'>,
  now: Date,
): Promise<StoredOrder[]> {
  const dayMs = 24 * 60 * 60 * 1000;
  const months = new Set(
    [0, 2 * dayMs].map((ago) => new Date(now.getTime() - ago).toISOString().slice(0, 7)),
  );
  const found = await Promise.all([...months].map((month) => lists.all({ month, source: 'code' })));
  return found
    .flat()
    .filter(({ outbox, createdAt }) => outbox && now.getTime() - Date.parse(createdAt) > graceMs);
}
