import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { deskPageSize } from '../../contract/rules/desk-rules.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import type { Dependencies } from './compose.ts';

export const deskOrders = ({ orderLists, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(deskOrderOperations.deskOrders, async ({ data: { cursor, ...filter } }) => {
    const { orders, ...page } = await orderLists.page(filter, cursor, deskPageSize);
    const buyers = orders.flatMap(({ userId }) => (userId ? [userId] : []));
    const addresses = await readAddresses(tables, usersTable, buyers);
    return {
      orders: orders.map((order) => ({ ...order, email: addresses.get(order.userId ?? '') })),
      ...page,
    };
  });
