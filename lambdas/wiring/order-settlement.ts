import { orderStore } from '../domain/orders/order-store.ts';
import type { RefundDependencies } from '../domain/orders/refund-order.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { userStore } from '../domain/users/user-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { backOff } from '../platform/back-off.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { stripeAccount } from '../platform/stripe.ts';
import { orderFinishing } from './order-finishing-wiring.ts';

/** The dependencies of every function that settles orders. */
export function orderSettlement(now: () => Date): () => Promise<RefundDependencies> {
  const { ORDERS_TABLE, REFERRALS_TABLE, SITE_URL, USER_POOL_ID, USERS_TABLE } = readConfig({
    ORDERS_TABLE: resourceName,
    REFERRALS_TABLE: resourceName,
    SITE_URL: resourceName,
    USER_POOL_ID: resourceName,
    USERS_TABLE: resourceName,
  });
  const client = dynamodb();
  const finishing = orderFinishing();
  const stripe = stripeAccount();
  return async () => ({
    ...finishing,
    stripe: await stripe(),
    siteId: USER_POOL_ID,
    siteUrl: SITE_URL,
    orders: orderStore(client, ORDERS_TABLE),
    users: userStore(client, USERS_TABLE),
    referrals: referralStore(client, REFERRALS_TABLE),
    now,
    pause: backOff,
  });
}
