import * as deskPersonOperations from '../../../contract/operations/desk-person-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { requestId } from '../../platform/request-id.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE } = readConfig({ AUDIT_TABLE: resourceName });
const audit = auditStore(dynamodb(), AUDIT_TABLE);

/** A note is an audit entry and nothing else. It may be about a person whose account is deleted. */
export const handler = serveDesk(deskPersonOperations.deskNote, async ({ caller, data }) => {
  const earlier = await audit.begin({
    auditId: data.actionId,
    at: new Date().toISOString(),
    actorId: caller.userId,
    action: 'note',
    outcome: 'done',
    personId: data.userId,
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
