import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { deskStateOf } from './desk-state-of.ts';
import { monthsOfOrders, type OrderLists } from './order-lists.ts';
import type { OrderStore } from './order-store.ts';

interface RepairDependencies {
  tables: DynamoDBDocumentClient;
  limitsTable: string;
  orders: Pick<OrderStore, 'setDeskState'>;
  orderLists: Pick<OrderLists, 'all'>;
}

/** A run some minutes early counts as the next day. */
const everyMs = 23.5 * 60 * 60 * 1000;

/** An item from before repairs were repeated has no time. */
const lastRepair = { id: 'ordersHaveDeskState' };

/**
 * Corrects the state of the desk of orders that have none or an outdated one, so that the desk lists them by state. Older code writes
 * such orders: those from before this key existed, those that it saves during a deployment, and those in a restored backup. Because none
 * of these has a last time, it reads all orders once a day. Safe to repeat after an interruption, and to run twice at once.
 */
export async function repairDeskStates(
  { tables, limitsTable, orders, orderLists }: RepairDependencies,
  now: Date,
): Promise<void> {
  const { Item: last } = await tables.send(new GetCommand({ TableName: limitsTable, Key: lastRepair }));
  if (last?.at && now.getTime() - Date.parse(last.at) < everyMs) return;
  for (const month of monthsOfOrders(now)) {
    for (const order of await orderLists.all({ month }))
      if (order.deskState !== deskStateOf(order)) await orders.setDeskState(order);
  }
  const Item = { ...lastRepair, at: now.toISOString() };
  await tables.send(new PutCommand({ TableName: limitsTable, Item }));
}
