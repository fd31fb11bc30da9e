import { limitStore } from '../domain/limits/limit-store.ts';
import { securityStore } from '../domain/security/security-store.ts';
import { userChangeAnnouncer } from '../domain/users/announce-user-change.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { flag, readConfig, resourceNames } from '../platform/config.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames('EVENT_BUS', 'LIMITS_TABLE', 'RECOVERY_CLIENT_ID', 'USERS_TABLE', 'USER_POOL_ID'),
    HAS_PASSKEYS: flag,
  });
  const tables = dynamodb();
  const bus = { connect: eventBridge(), name: config.EVENT_BUS };
  return {
    pool: cognito(),
    recoveryClient: { userPoolId: config.USER_POOL_ID, clientId: config.RECOVERY_CLIENT_ID },
    hasPasskeys: config.HAS_PASSKEYS,
    limits: limitStore(tables, config.LIMITS_TABLE),
    security: securityStore(tables, config.USERS_TABLE),
    users: userStore(tables, config.USERS_TABLE),
    bus,
    announce: userChangeAnnouncer(bus),
  };
}
