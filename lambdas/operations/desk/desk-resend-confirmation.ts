import * as deskPersonOperations from '../../../contract/operations/desk-person-operations.ts';
import { resendConfirmation } from '../../domain/accounts/resend-confirmation.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { findAccountOf } from '../../domain/desk/find-account-of.ts';
import { recordAction } from '../../domain/desk/record-action.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, USER_POOL_CLIENT_ID, USER_POOL_ID } = readConfig({
  AUDIT_TABLE: resourceName,
  USER_POOL_CLIENT_ID: resourceName,
  USER_POOL_ID: resourceName,
});
const audit = auditStore(dynamodb(), AUDIT_TABLE);
const pool = cognito();
const site = { userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID };

export const deskResendConfirmation = serveDesk(deskPersonOperations.deskResendConfirmation, async (call) => {
  const { userId, email } = await findAccountOf(pool, USER_POOL_ID, call.data.userId);
  const { correctedEmail } = call.data;
  const action = describeAction(call, 'resendConfirmation', { personId: userId });
  await recordAction({ audit, now: () => new Date() }, action, async () => {
    await resendConfirmation(pool, { ...site, userId, email, correctedEmail });
    return correctedEmail && 'corrected address';
  });
  return {};
});
