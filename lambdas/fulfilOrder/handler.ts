import { AdminAddUserToGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import { events } from '../../contract/events.ts';
import type { Group } from '../../contract/groups.ts';
import { fulfilOrder } from '../orders/fulfil-order.ts';
import { orderStore } from '../orders/order-store.ts';
import { cognito, dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import { stripeAccount } from '../platform/stripe.ts';
import { userStore } from '../users/user-store.ts';

const { ORDERS_TABLE, USERS_TABLE, USER_POOL_ID } = readConfig({
  ORDERS_TABLE: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const orders = orderStore(client, ORDERS_TABLE);
const users = userStore(client, USERS_TABLE);
const pool = cognito();
const stripe = stripeAccount();

async function addToPaidGroup(userId: string): Promise<void> {
  const group: Group = 'paid';
  await pool.send(
    new AdminAddUserToGroupCommand({ UserPoolId: USER_POOL_ID, Username: userId, GroupName: group }),
  );
}

export const handler = consume(events.checkoutChanged, async (detail) => {
  const dependencies = { stripe: await stripe(), orders, users, addToPaidGroup, now: new Date() };
  const outcome = await fulfilOrder(dependencies, detail);
  logger.info('looked at the checkout', { sessionId: detail.sessionId, outcome });
});
