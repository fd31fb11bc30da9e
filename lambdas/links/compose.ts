import { accountPool } from '../domain/accounts/account-pool.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { mailLogStore } from '../domain/mail/mail-log-store.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { subscriptionStore } from '../domain/subscribers/subscription-store.ts';
import { userChangeAnnouncer } from '../domain/users/announce-user-change.ts';
import { readSignInAndState } from '../domain/users/read-account.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { randomSecret } from '../platform/random-secret.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig(
    resourceNames(
      'EVENT_BUS',
      'LIMITS_TABLE',
      'LINK_KEY_ARN',
      'MAIL_LOG_TABLE',
      'MAILINGS_TABLE',
      'SUBSCRIBERS_TABLE',
      'USERS_TABLE',
      'USER_POOL_ID',
    ),
  );
  const tables = dynamodb();
  const pool = cognito();
  const userPoolId = config.USER_POOL_ID;
  const bus = { connect: eventBridge(), name: config.EVENT_BUS };
  return {
    pool,
    userPoolId,
    accounts: accountPool(pool, userPoolId),
    readAccount: (userId: string) => readSignInAndState(pool, userPoolId, userId),
    readLinkKey: randomSecret(config.LINK_KEY_ARN),
    limits: limitStore(tables, config.LIMITS_TABLE),
    mailings: mailingStore(tables, config.MAILINGS_TABLE),
    mails: mailLogStore(tables, config.MAIL_LOG_TABLE),
    subscriptions: subscriptionStore(tables, config.SUBSCRIBERS_TABLE),
    tables,
    users: userStore(tables, config.USERS_TABLE),
    bus,
    announce: userChangeAnnouncer(bus),
  };
}
