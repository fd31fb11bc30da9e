import * as orderOperations from '../../../contract/operations/order-operations.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { isPurchase, publicOrder } from '../../domain/orders/public-order.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';

const { ORDERS_TABLE } = readConfig({ ORDERS_TABLE: resourceName });
const orders = orderStore(dynamodb(), ORDERS_TABLE);

/** Lambda answers with at most 6 MB, and an order has up to 4 KB. An export contains the others. */
const shownOrders = 500;

export const myOrders = serve(orderOperations.myOrders, async ({ caller }) => {
  const own = await orders.ofUser(caller.userId);
  return { orders: own.filter(isPurchase).reverse().slice(0, shownOrders).map(publicOrder) };
});
