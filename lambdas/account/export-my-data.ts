import * as userOperations from '../../contract/operations/user-operations.ts';
import { readStoredData, withoutHashes } from '../domain/exports/read-stored-data.ts';
import { readOwnAccountState, readOwnSignIn } from '../domain/users/read-account.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const exportMyData = (dependencies: Dependencies) =>
  serve(userOperations.exportMyData, async ({ now, data: { cursor }, caller }) => {
    const { limits, methodsOf, pool, userPoolId, users } = dependencies;
    const { userId } = caller;
    await limits.take(cursor === undefined ? 'exportMyData' : 'exportMyDataPage', userId, now);
    const { account, hasSecondFactor } = await readOwnSignIn(pool, caller);
    const [state, passkeys, user] = await Promise.all([
      readOwnAccountState(pool, userPoolId, caller),
      methodsOf.readPasskeys(caller),
      readOrCreateUser(users, pool, caller, now),
    ]);
    const person = { userId, email: account.email, referralCode: user.referralCode };
    return {
      exportedAt: now.toISOString(),
      account: { ...account, groups: caller.groups.join(', ') },
      accountState: { ...state, isEmailVerified: account.email_verified === 'true' },
      hasSecondFactor,
      passkeys,
      user: withoutHashes(user),
      ...(await readStoredData(dependencies, person, cursor, now)),
    };
  });
