import * as userOperations from '../../contract/operations/user-operations.ts';
import { createRecoveryCodes } from '../domain/security/recovery-code-hashes.ts';
import { reportSecurityChanges } from '../domain/security/report-security-changes.ts';
import { orSignInAgain } from '../domain/users/read-account.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { AppError } from '../platform/app-error.ts';
import { requireFreshSignIn } from '../platform/caller.ts';
import { describeError, logger } from '../platform/logger.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const renewRecoveryCodes = ({
  announce,
  bus,
  limits,
  methodsOf,
  pool,
  security,
  users,
}: Dependencies) =>
  serve(userOperations.renewRecoveryCodes, async ({ now, caller }) => {
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
