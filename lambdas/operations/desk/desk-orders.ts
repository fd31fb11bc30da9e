import * as deskOrderOperations from '../../../contract/operations/desk-order-operations.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { orderLists } from '../../domain/orders/order-lists.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { ORDERS_TABLE } = readConfig({ ORDERS_TABLE: resourceName });
const lists = orderLists(dynamodb(), ORDERS_TABLE);

export const deskOrders = serveDesk(deskOrderOperations.deskOrders, ({ data: { cursor, ...filter } }) =>
  lists.page(filter, cursor, deskPageSize),
);
