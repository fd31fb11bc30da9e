import { feedbackStore } from '../domain/feedback/feedback-store.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { problemStore } from '../domain/problems/problem-store.ts';
import { subscriptionStore } from '../domain/subscribers/subscription-store.ts';
import { userChangePublisher } from '../domain/users/announce-user-change.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { ses } from '../platform/aws/ses.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { randomSecret } from '../platform/random-secret.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames('FEEDBACK_TABLE', 'IDEMPOTENCY_TABLE', 'MAIL_LOG_TABLE', 'ORDERS_TABLE', 'USERS_TABLE'),
    ...resourceNames('PROBLEMS_TABLE', 'SENDER_ADDRESS', 'SITE_URL', 'TEAM_ADDRESS', 'USER_POOL_ID'),
    ...resourceNames('EVENT_BUS', 'LIMITS_TABLE', 'LINK_KEY_ARN', 'SUBSCRIBERS_TABLE'),
  });
  const tables = dynamodb();
  return {
    pool: cognito(),
    userPoolId: config.USER_POOL_ID,
    feedback: feedbackStore(tables, config.FEEDBACK_TABLE),
    limits: limitStore(tables, config.LIMITS_TABLE),
    orders: orderStore(tables, config.ORDERS_TABLE),
    problems: problemStore(tables, config.PROBLEMS_TABLE),
    publishUserChanged: userChangePublisher({ connect: eventBridge(), name: config.EVENT_BUS }),
    readLinkKey: randomSecret(config.LINK_KEY_ARN),
    subscriptions: subscriptionStore(tables, config.SUBSCRIBERS_TABLE),
    tables,
    users: userStore(tables, config.USERS_TABLE),
    send: mailOnce({
      mailer: ses(),
      tables,
      config,
      now: () => new Date(),
    }),
    siteUrl: config.SITE_URL,
    teamAddress: config.TEAM_ADDRESS,
  };
}
