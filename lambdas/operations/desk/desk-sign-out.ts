import * as deskPersonOperations from '../../../contract/operations/desk-person-operations.ts';
import { signOutEverywhere } from '../../domain/accounts/sign-out-everywhere.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { findAccountOf } from '../../domain/desk/find-account-of.ts';
import { recordAction } from '../../domain/desk/record-action.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, USER_POOL_ID } = readConfig({ AUDIT_TABLE: resourceName, USER_POOL_ID: resourceName });
const audit = auditStore(dynamodb(), AUDIT_TABLE);
const pool = cognito();

export const deskSignOut = serveDesk(deskPersonOperations.deskSignOut, async (call) => {
  const { userId } = await findAccountOf(pool, USER_POOL_ID, call.data.userId);
  const action = describeAction(call, 'signOut', { personId: userId });
  await recordAction({ audit, now: () => new Date() }, action, async () => {
    await signOutEverywhere(pool, { userPoolId: USER_POOL_ID, userId });
    return undefined;
  });
  return {};
});
