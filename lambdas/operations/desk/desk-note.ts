import * as deskPersonOperations from '../../../contract/operations/desk-person-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { findAccountOf } from '../../domain/desk/find-account-of.ts';
import { AppError } from '../../platform/app-error.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { requestId } from '../../platform/request-id.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, USER_POOL_ID } = readConfig({ AUDIT_TABLE: resourceName, USER_POOL_ID: resourceName });
const audit = auditStore(dynamodb(), AUDIT_TABLE);
const pool = cognito();

/** A note is an audit entry and nothing else. */
export const deskNote = serveDesk(deskPersonOperations.deskNote, async ({ caller, data }) => {
  const { userId: personId } = await findAccountOf(pool, USER_POOL_ID, data.userId);
  const earlier = await audit.begin({
    auditId: data.actionId,
    at: new Date().toISOString(),
    actorId: caller.userId,
    action: 'note',
    outcome: 'done',
    personId,
    reason: data.note,
    requestId: requestId() ?? '',
  });
  if (earlier && earlier.reason !== data.note)
    throw new AppError(
      'aborted',
      'This note was already stored with another text. Copy your text, load the page again, and add it as a new note.',
    );
  return {};
});
