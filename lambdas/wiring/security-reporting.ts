import { limitStore } from '../domain/limits/limit-store.ts';
import { securityStore } from '../domain/security/security-store.ts';
import { signInMethods } from '../domain/security/sign-in-methods.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { flag, readConfig, resourceName } from '../platform/config.ts';

/** The dependencies of operations that report changes of the sign-in to its owner. */
export function securityReporting() {
  const { EVENT_BUS, HAS_PASSKEYS, LIMITS_TABLE, USERS_TABLE } = readConfig({
    EVENT_BUS: resourceName,
    HAS_PASSKEYS: flag,
    LIMITS_TABLE: resourceName,
    USERS_TABLE: resourceName,
  });
  const client = dynamodb();
  const pool = cognito();
  return {
    limits: limitStore(client, LIMITS_TABLE),
    users: userStore(client, USERS_TABLE),
    pool,
    methodsOf: signInMethods(pool, { hasPasskeys: HAS_PASSKEYS }),
    reporter: {
      bus: { client: eventBridge(), name: EVENT_BUS },
      security: securityStore(client, USERS_TABLE),
    },
  };
}
