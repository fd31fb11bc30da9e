import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { ordersCsv } from '../domain/orders/orders-csv.ts';
import { totalsOf } from '../domain/orders/totals-of.ts';
import type { Dependencies } from './compose.ts';

/** The money movements of the orders, which may be later than their month. */
export const deskOrderReport = ({ orderLists, serveDesk }: Dependencies) =>
  serveDesk(deskOrderOperations.deskOrderReport, async ({ data }) => {
    const orders = await orderLists.all(data);
    const everything = { from: data.month ?? '0', to: '9999' };
    return { totals: totalsOf(orders), csv: ordersCsv(orders, everything).text };
  });
