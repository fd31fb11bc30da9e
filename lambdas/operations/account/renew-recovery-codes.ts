import * as userOperations from '../../../contract/operations/user-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { createRecoveryCodes } from '../../domain/security/recovery-code-hashes.ts';
import { reportSecurityChanges } from '../../domain/security/report-security-changes.ts';
import { securityStore } from '../../domain/security/security-store.ts';
import { signInMethods } from '../../domain/security/sign-in-methods.ts';
import { orSignInAgain } from '../../domain/users/read-account.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { requireFreshSignIn } from '../../platform/caller.ts';
import { flag, readConfig, resourceName } from '../../platform/config.ts';
import { describeError, logger } from '../../platform/logger.ts';
import { serve } from '../../platform/serve.ts';
import { userChangeAnnouncing } from '../../wiring/user-change-announcing.ts';

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
const announce = userChangeAnnouncing();
const bus = { client: eventBridge(), name: EVENT_BUS };

export const renewRecoveryCodes = serve(userOperations.renewRecoveryCodes, async ({ caller }) => {
  const now = new Date();
  requireFreshSignIn(caller, now);
  await limits.take('renewRecoveryCodes', caller.userId, now);
  const before = await readOrCreateUser(users, pool, caller, now);
  const { email, ...methods } = await methodsOf.read(caller);
  if (!methods.hasApp)
    throw new AppError(
      'invalid-argument',
      'Turn on the authenticator app first. Then you get recovery codes.',
    );
  const { codes, stored } = createRecoveryCodes(now);
  orSignInAgain(await security.replaceCodes(caller.userId, stored));
  await announce(caller.userId);
  try {
    await reportSecurityChanges({ bus, security }, { ...before, recoveryCodes: stored }, methods, email);
  } catch (error) {
    // The earlier codes are gone, so the person must get the new ones. The next review reports them.
    logger.error('New recovery codes were not reported to the owner', { error: describeError(error) });
  }
  return { codes };
});
