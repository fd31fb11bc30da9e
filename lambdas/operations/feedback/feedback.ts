import * as events from '../../../contract/events/events.ts';
import * as messageOperations from '../../../contract/operations/message-operations.ts';
import { feedbackStore } from '../../domain/feedback/feedback-store.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { serve } from '../../platform/serve.ts';

const { EVENT_BUS, FEEDBACK_TABLE, LIMITS_TABLE, USERS_TABLE } = readConfig({
  EVENT_BUS: resourceName,
  FEEDBACK_TABLE: resourceName,
  LIMITS_TABLE: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const users = userStore(client, USERS_TABLE);
const feedbackItems = feedbackStore(client, FEEDBACK_TABLE);
const pool = cognito();
const bus = eventBridge();

export const feedback = serve(messageOperations.feedback, async ({ caller, data }) => {
  const now = new Date();
  const { userId } = await readOrCreateUser(users, pool, caller, now);
  await limits.take('feedback', userId, now);
  await feedbackItems.add(
    { ...data, userId, timestamp: now.toISOString(), comments: [], state: 'open' },
    users.mustExist(userId),
  );
  await publishEvent(bus, EVENT_BUS, events.feedbackSubmitted, { feedbackId: data.feedbackId });
  return {};
});
