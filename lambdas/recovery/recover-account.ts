import * as userOperations from '../../contract/operations/user-operations.ts';
import { checkPassword } from '../domain/security/check-password.ts';
import { turnOffSecondFactor } from '../domain/security/factor-reset.ts';
import { redeemRecoveryCode } from '../domain/security/recovery-code-hashes.ts';
import { codeUsed, reportFactorOff } from '../domain/security/report-security-changes.ts';
import { AppError } from '../platform/app-error.ts';
import { describeError, logger } from '../platform/logger.ts';
import { serve } from '../platform/serve.ts';
import { viewerNetworks } from '../platform/viewer-network.ts';
import type { Dependencies } from './compose.ts';

/**
 * The code is used up before anything changes. If this stops before the second factor is off, the person
 * repeats it with the same code. After that, a failure does not concern the person: the next review sends
 * the email.
 */
export const recoverAccount = ({
  announce,
  bus,
  hasPasskeys,
  limits,
  pool,
  recoveryClient,
  security,
  users,
}: Dependencies) =>
  serve(userOperations.recoverAccount, async ({ now, data, sender }) => {
    const { email, password, recoveryCode } = data;
    await limits.takeForNetworks('recoverAccountByNetwork', viewerNetworks(sender), now);
    await limits.take('recoverAccount', email.toLowerCase(), now);
    const userId = await checkPassword(pool, recoveryClient, { email, password });
    const user = userId === undefined ? undefined : await users.find(userId);
    const changed = await redeemRecoveryCode({ users, security }, user, recoveryCode, now);
    if (!changed) throw refusal();
    await announce(changed.userId);
    const account = { userPoolId: recoveryClient.userPoolId, userId: changed.userId };
    await turnOffSecondFactor(pool, { ...account, hasPasskeys });
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
