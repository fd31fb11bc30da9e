import * as events from '../../../contract/events/events.ts';
import * as personalDataOperations from '../../../contract/operations/personal-data-operations.ts';
import { feedbackStore } from '../../domain/feedback/feedback-store.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { isPurchase } from '../../domain/orders/public-order.ts';
import { readOwnAccount } from '../../domain/users/read-account.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { requireFreshSignIn } from '../../platform/caller.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { serve } from '../../platform/serve.ts';

const { EVENT_BUS, FEEDBACK_TABLE, LIMITS_TABLE, ORDERS_TABLE } = readConfig({
  EVENT_BUS: resourceName,
  FEEDBACK_TABLE: resourceName,
  LIMITS_TABLE: resourceName,
  ORDERS_TABLE: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const feedback = feedbackStore(client, FEEDBACK_TABLE);
const orders = orderStore(client, ORDERS_TABLE);
const pool = cognito();
const bus = eventBridge();

/** Starts the deletion. The event is retried until all of it is done; see `deleteAccount`. */
export const deleteAccountData = serve(personalDataOperations.deleteAccountData, async ({ caller }) => {
  const now = new Date();
  requireFreshSignIn(caller, now);
  const { userId } = caller;
  await limits.take('deleteAccountData', userId, now);
  const { email } = await readOwnAccount(pool, caller);
  const [ownFeedback, ownOrders] = await Promise.all([feedback.ofUser(userId), orders.ofUser(userId)]);
  await publishEvent(bus, EVENT_BUS, events.accountDeletionRequested, { userId, email });
  return { feedbackCount: ownFeedback.length, orderCount: ownOrders.filter(isPurchase).length };
});
