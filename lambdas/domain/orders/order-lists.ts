import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type ListedOrder, listedOrder, type OrderFilter } from '../../../contract/records/desk-orders.ts';
import type { DeskState } from '../../../contract/records/desk-states.ts';
import { termsVersions } from '../../../contract/rules/terms-versions.ts';
import { AppError } from '../../platform/app-error.ts';
import { queryPage } from '../../platform/query-page.ts';
import { readEveryPage } from '../../platform/read-pages.ts';
import { deskStateOf } from './desk-state-of.ts';
import { buyerOf } from './order-holder.ts';
import type { StoredOrder } from './order-store.ts';

/** A filter of the desk, or the orders with an invoice number. */
type WantedOrders = OrderFilter & { invoiceNumber?: string };

/** With the state by which the desk finds it, which older code may have written. */
type FoundOrder = StoredOrder & { deskState?: DeskState };

/** Reads orders by the month of their checkout or by their state, latest first. The indexes may lag behind the table for a moment. */
export function orderLists(client: DynamoDBDocumentClient, tableName: string) {
  /** @throws AppError `invalid-argument` without a month and a state */
  async function read(filter: WantedOrders, cursor?: string, size?: number) {
    const { month, state, country, source, invoiceNumber } = filter;
    const wanted = Object.entries({ country, source, invoiceNumber }).filter(
      ([, value]) => value !== undefined,
    );
    const { items, next } = await queryPage<FoundOrder>(client, {
      tableName,
      ...indexOf(month, state),
      cursor,
      ...(size ? { size } : {}),
      ...(wanted.length > 0 && {
        more: {
          FilterExpression: wanted.map(([name]) => `#${name} = :${name}`).join(' AND '),
          ExpressionAttributeNames: Object.fromEntries(wanted.map(([name]) => [`#${name}`, name])),
          ExpressionAttributeValues: Object.fromEntries(wanted.map(([name, value]) => [`:${name}`, value])),
        },
      }),
    });
    // Checkouts that were never finished are not orders.
    const orders = items.filter((order) => {
      const own = deskStateOf(order);
      return own !== undefined && (state === undefined || own === state);
    });
    return { items: orders, ...(next ? { next } : {}) };
  }

  return {
    /** At most `size` orders; a filter may leave fewer, or none, on a page that is not the last. */
    async page(
      filter: OrderFilter,
      cursor: string | undefined,
      size: number,
    ): Promise<{ orders: ListedOrder[]; next?: string }> {
      const { items, ...rest } = await read(filter, cursor, size);
      return {
        orders: items.map((order) =>
          listedOrder.parse({
            ...order,
            userId: buyerOf(order),
            state: deskStateOf(order),
            changes: order.history.length,
          }),
        ),
        ...rest,
      };
    },

    /** All orders of the filter. */
    all: (filter: WantedOrders): Promise<FoundOrder[]> => readEveryPage((cursor) => read(filter, cursor)),
  };
}

function indexOf(month: string | undefined, state: string | undefined) {
  if (month !== undefined) return { indexName: 'byMonth', key: { name: 'month', value: month } };
  if (state !== undefined) return { indexName: 'byDeskState', key: { name: 'deskState', value: state } };
  throw new AppError('invalid-argument', 'Choose a month or a state.');
}

export type OrderLists = ReturnType<typeof orderLists>;

/** Each month that can have orders, latest first, as in `2026-11`. Nobody could order before the first terms. */
export function monthsOfOrders(now: Date): string[] {
  const first = termsVersions.at(-1)?.slice(0, 7) ?? '';
  const months: string[] = [];
  const month = new Date(`${now.toISOString().slice(0, 7)}-01`);
  for (; month.toISOString().slice(0, 7) >= first; month.setUTCMonth(month.getUTCMonth() - 1))
    months.push(month.toISOString().slice(0, 7));
  return months;
}

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
