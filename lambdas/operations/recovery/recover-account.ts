import * as userOperations from '../../../contract/operations/user-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { checkPassword } from '../../domain/security/check-password.ts';
import { codeUsed } from '../../domain/security/compare-security.ts';
import { redeemRecoveryCode } from '../../domain/security/redeem-recovery-code.ts';
import { reportFactorOff } from '../../domain/security/report-security-changes.ts';
import { securityStore } from '../../domain/security/security-store.ts';
import { turnOffSecondFactor } from '../../domain/security/turn-off-second-factor.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { flag, readConfig, resourceName } from '../../platform/config.ts';
import { describeError, logger } from '../../platform/logger.ts';
import { serve } from '../../platform/serve.ts';
import { viewerNetworks } from '../../platform/viewer-network.ts';
import { userChangeAnnouncing } from '../../wiring/user-change-announcing.ts';

const { EVENT_BUS, HAS_PASSKEYS, LIMITS_TABLE, RECOVERY_CLIENT_ID, USERS_TABLE, USER_POOL_ID } = readConfig({
  EVENT_BUS: resourceName,
  HAS_PASSKEYS: flag,
  LIMITS_TABLE: resourceName,
  RECOVERY_CLIENT_ID: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const users = userStore(client, USERS_TABLE);
const security = securityStore(client, USERS_TABLE);
const pool = cognito();
const announce = userChangeAnnouncing();
const bus = { client: eventBridge(), name: EVENT_BUS };
const recoveryClient = { userPoolId: USER_POOL_ID, clientId: RECOVERY_CLIENT_ID };

/**
 * The code is used up before anything changes. If this stops before the second factor is off, the person
 * repeats it with the same code. After that, a failure does not concern the person: the next review sends
 * the email.
 */
export const recoverAccount = serve(userOperations.recoverAccount, async ({ data, sender }) => {
  const { email, password, recoveryCode } = data;
  const now = new Date();
  await limits.takeForNetworks('recoverAccountByNetwork', viewerNetworks(sender), now);
  await limits.take('recoverAccount', email.toLowerCase(), now);
  const userId = await checkPassword(pool, recoveryClient, { email, password });
  const user = userId === undefined ? undefined : await users.find(userId);
  const changed = await redeemRecoveryCode({ users, security }, user, recoveryCode, now);
  if (!changed) throw refusal();
  await announce(changed.userId);
  const account = { userPoolId: USER_POOL_ID, userId: changed.userId };
  await turnOffSecondFactor(pool, { ...account, hasPasskeys: HAS_PASSKEYS });
  try {
    await security.endUse(changed.userId, changed.recoveryCodes);
    await reportFactorOff({ bus, security }, changed, codeUsed(changed.recoveryCodes));
  } catch (error) {
    logger.error('A used recovery code was not reported to the owner', { error: describeError(error) });
  }
  return {};
});

const refusal = () =>
  new AppError(
    'permission-denied',
    'Email, password and recovery code do not belong together. Check all three. Each code works once. If your authenticator app is already off, your password is enough: sign in.',
  );
