import { AdminAddUserToGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import { events } from '../../contract/events.ts';
import type { Group } from '../../contract/groups.ts';
import { fulfilOrder } from '../orders/fulfil-order.ts';
import { orderStore } from '../orders/order-store.ts';
import { cognito, dynamodb, eventBridge } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { stripeAccount } from '../platform/stripe.ts';
import { userStore } from '../users/user-store.ts';

const { EVENT_BUS, ORDERS_TABLE, USERS_TABLE, USER_POOL_ID } = readConfig({
  EVENT_BUS: resourceName,
  ORDERS_TABLE: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const orders = orderStore(client, ORDERS_TABLE);
const users = userStore(client, USERS_TABLE);
const pool = cognito();
const bus = eventBridge();
const stripe = stripeAccount();

async function addToPaidGroup(userId: string): Promise<void> {
  const group: Group = 'paid';
  await pool.send(
    new AdminAddUserToGroupCommand({ UserPoolId: USER_POOL_ID, Username: userId, GroupName: group }),
  );
}

const announceLicense = (userId: string, orderId: string) =>
  publishEvent(bus, EVENT_BUS, 'licenseGranted', { userId, orderId });

export const handler = consume(events.checkoutChanged, async (detail) => {
  const dependencies = {
    stripe: await stripe(),
    orders,
    users,
    addToPaidGroup,
    announceLicense,
    now: new Date(),
  };
  const outcome = await fulfilOrder(dependencies, detail);
  if (outcome === 'paid by nobody') {
    // Until we refund by ourselves, a person does: the event ends in the dead-letter queue, where it is seen.
    logger.error('somebody paid whose account is deleted', { sessionId: detail.sessionId });
    throw new Error(`The buyer of ${detail.sessionId} is gone and is to be refunded.`);
  }
  logger.info('looked at the checkout', { sessionId: detail.sessionId, outcome });
});
