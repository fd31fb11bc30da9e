import * as deskPersonOperations from '../../contract/operations/desk-person-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { readStoredData, withoutHashes } from '../domain/desk/read-stored-data.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { readSignInAndState } from '../domain/users/read-account.ts';
import { readGroups } from '../domain/users/read-groups.ts';
import { AppError } from '../platform/app-error.ts';
import type { Dependencies } from './compose.ts';

export const deskExport = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskPersonOperations.deskExport, async (call) => {
    const { audit, pool, userPoolId, users } = dependencies;
    const { now } = call;
    const { userId, cursor } = call.data;
    const signIn = await readSignInAndState(pool, userPoolId, userId);
    if (signIn?.account.sub !== userId) throw new AppError('not-found', 'This person has no account.');
    // The entry comes first, so nothing is exported without one.
    await audit.begin(entryOf(describeAction(call, 'exportData', { personId: userId }), now, 'done'));
    const { account, hasSecondFactor, state } = signIn;
    const [groups, user] = await Promise.all([readGroups(pool, userPoolId, userId), users.find(userId)]);
    const person = { userId, email: account.email, referralCode: user?.referralCode };
    return {
      exportedAt: now.toISOString(),
      account: { ...account, groups: groups.join(', ') },
      accountState: { ...state, isEmailVerified: account.email_verified === 'true' },
      hasSecondFactor,
      ...(user ? { user: withoutHashes(user) } : {}),
      ...(await readStoredData(dependencies, person, cursor, now)),
    };
  });
