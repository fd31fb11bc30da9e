import { feedbackStore } from '../domain/feedback/feedback-store.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { readConfig, resourceNames } from '../platform/config.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig(resourceNames('EVENT_BUS', 'FEEDBACK_TABLE', 'LIMITS_TABLE', 'USERS_TABLE'));
  const tables = dynamodb();
  return {
    pool: cognito(),
    bus: { connect: eventBridge(), name: config.EVENT_BUS },
    feedbackItems: feedbackStore(tables, config.FEEDBACK_TABLE),
    limits: limitStore(tables, config.LIMITS_TABLE),
    users: userStore(tables, config.USERS_TABLE),
  };
}
