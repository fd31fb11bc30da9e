import type { GiftDependencies } from '../domain/orders/gift-orders.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { userStore } from '../domain/users/user-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { orderFinishing } from './order-finishing.ts';

/** The dependencies of every function that gives or revokes licenses without a payment. */
export function giftGiving(now: () => Date) {
  const { ORDERS_TABLE, USERS_TABLE } = readConfig({ ORDERS_TABLE: resourceName, USERS_TABLE: resourceName });
  const client = dynamodb();
  return {
    ...orderFinishing(),
    orders: orderStore(client, ORDERS_TABLE),
    users: userStore(client, USERS_TABLE),
    now,
  } satisfies GiftDependencies;
}
