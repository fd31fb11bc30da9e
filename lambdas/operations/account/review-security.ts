import * as userOperations from '../../../contract/operations/user-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { endReset } from '../../domain/security/factor-reset.ts';
import { reportSecurityChanges } from '../../domain/security/report-security-changes.ts';
import { securityStore } from '../../domain/security/security-store.ts';
import { signInMethods } from '../../domain/security/sign-in-methods.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { flag, readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';

const { EVENT_BUS, HAS_PASSKEYS, LIMITS_TABLE, USERS_TABLE } = readConfig({
  EVENT_BUS: resourceName,
  HAS_PASSKEYS: flag,
  LIMITS_TABLE: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const users = userStore(client, USERS_TABLE);
const security = securityStore(client, USERS_TABLE);
const pool = cognito();
const methodsOf = signInMethods(pool, { hasPasskeys: HAS_PASSKEYS });
const bus = { client: eventBridge(), name: EVENT_BUS };

export const reviewSecurity = serve(userOperations.reviewSecurity, async ({ caller }) => {
  const now = new Date();
  const { userId } = caller;
  await limits.take('reviewSecurity', userId, now);
  const user = await readOrCreateUser(users, pool, caller, now);
  const { email, ...methods } = await methodsOf.read(caller);
  // A person who can sign in does not need the reset. This comes first, because it is stored even if the
  // bus refuses events.
  if (user.factorReset && caller.signedInAt > new Date(user.factorReset.requestedAt))
    await endReset({ bus, security }, { userId, email, hasApp: methods.hasApp }, user.factorReset);
  await reportSecurityChanges({ bus, security }, user, methods, email);
  return {};
});
