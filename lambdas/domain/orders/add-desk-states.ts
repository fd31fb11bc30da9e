import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { monthsOfOrders, type OrderLists } from './order-lists.ts';
import type { OrderStore } from './order-store.ts';

interface AddDependencies {
  tables: DynamoDBDocumentClient;
  limitsTable: string;
  orders: Pick<OrderStore, 'addDeskState'>;
  orderLists: Pick<OrderLists, 'all'>;
}

const marker = { id: 'ordersHaveDeskState' };

/**
 * Adds the state of the desk to the orders that were stored before it was a key, so that the desk lists them by state. It reads all orders
 * once; the marker in the Limits table skips every later run. Safe to repeat after an interruption, and to run twice at once.
 */
export async function addDeskStates(
  { tables, limitsTable, orders, orderLists }: AddDependencies,
  now: Date,
): Promise<void> {
  const { Item: isDone } = await tables.send(new GetCommand({ TableName: limitsTable, Key: marker }));
  if (isDone) return;
  for (const month of monthsOfOrders(now)) {
    for (const order of await orderLists.all({ month }))
      if (!('deskState' in order)) await orders.addDeskState(order);
  }
  await tables.send(new PutCommand({ TableName: limitsTable, Item: marker }));
}
