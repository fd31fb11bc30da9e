import * as deskOrderOperations from '../../../contract/operations/desk-order-operations.ts';
import { orderLists } from '../../domain/orders/order-lists.ts';
import { ordersCsv } from '../../domain/orders/orders-csv.ts';
import { totalsOf } from '../../domain/orders/totals-of.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { ORDERS_TABLE } = readConfig({ ORDERS_TABLE: resourceName });
const lists = orderLists(dynamodb(), ORDERS_TABLE);

/** The money movements of the orders of a month, which may be later than the month. */
export const deskOrderReport = serveDesk(deskOrderOperations.deskOrderReport, async ({ data }) => {
  const orders = await lists.all(data);
  const everything = { from: data.month, to: '9999' };
  return { totals: totalsOf(orders), csv: ordersCsv(orders, everything).text };
});
