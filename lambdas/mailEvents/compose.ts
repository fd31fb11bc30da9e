import { mailLogStore } from '../domain/mail/mail-log-store.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { subscriptionStore } from '../domain/subscribers/subscription-store.ts';
import { userChangePublisher } from '../domain/users/announce-user-change.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { readConfig, resourceNames } from '../platform/config.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig(
    resourceNames(
      'EVENT_BUS',
      'MAIL_LOG_TABLE',
      'MAILINGS_TABLE',
      'SUBSCRIBERS_TABLE',
      'USERS_TABLE',
      'USER_POOL_ID',
    ),
  );
  const tables = dynamodb();
  return {
    pool: cognito(),
    userPoolId: config.USER_POOL_ID,
    mailings: mailingStore(tables, config.MAILINGS_TABLE),
    mails: mailLogStore(tables, config.MAIL_LOG_TABLE),
    subscriptions: subscriptionStore(tables, config.SUBSCRIBERS_TABLE),
    users: userStore(tables, config.USERS_TABLE),
    publishUserChanged: userChangePublisher({ connect: eventBridge(), name: config.EVENT_BUS }),
  };
}
