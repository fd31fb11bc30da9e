import * as deskPersonOperations from '../../../contract/operations/desk-person-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { entryOf } from '../../domain/desk/record-action.ts';
import { withoutHashes } from '../../domain/exports/read-stored-data.ts';
import { readSignInAndState } from '../../domain/users/read-account.ts';
import { readGroups } from '../../domain/users/read-groups.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';
import { storedDataReader } from '../../wiring/stored-data-reader.ts';

const { AUDIT_TABLE, USERS_TABLE, USER_POOL_ID } = readConfig({
  AUDIT_TABLE: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const users = userStore(client, USERS_TABLE);
const audit = auditStore(client, AUDIT_TABLE);
const pool = cognito();
const readStoredData = storedDataReader();

export const deskExport = serveDesk(deskPersonOperations.deskExport, async (call) => {
  const { userId, cursor } = call.data;
  const signIn = await readSignInAndState(pool, USER_POOL_ID, userId);
  if (signIn?.account.sub !== userId) throw new AppError('not-found', 'This person has no account.');
  const now = new Date();
  // The entry comes first, so nothing is exported without one.
  await audit.begin(entryOf(describeAction(call, 'exportData', { personId: userId }), now, 'done'));
  const { account, hasSecondFactor, state } = signIn;
  const [groups, user] = await Promise.all([readGroups(pool, USER_POOL_ID, userId), users.find(userId)]);
  return {
    exportedAt: now.toISOString(),
    account: { ...account, groups: groups.join(', ') },
    accountState: { ...state, isEmailVerified: account.email_verified === 'true' },
    hasSecondFactor,
    ...(user ? { user: withoutHashes(user) } : {}),
    ...(await readStoredData({ userId, email: account.email, referralCode: user?.referralCode }, cursor)),
  };
});
