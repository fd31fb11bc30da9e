import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { deskPageSize } from '../../contract/rules/desk-rules.ts';
import type { Dependencies } from './compose.ts';

export const deskOrders = ({ orderLists, serveDesk }: Dependencies) =>
  serveDesk(deskOrderOperations.deskOrders, ({ data: { cursor, ...filter } }) =>
    orderLists.page(filter, cursor, deskPageSize),
  );
