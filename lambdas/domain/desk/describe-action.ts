import type { AuditAction, AuditSubject } from '../../../contract/records/audit-entry.ts';
import { requestId } from '../../platform/request-id.ts';

interface ActionCall {
  caller: { userId: string };
  data: { actionId: string; reason?: string };
}

/** Returns the audit entry of a request of the desk: the admin, the reason and the subject. */
export function describeAction<Subject extends AuditSubject & { before?: string | undefined }>(
  { caller, data: { actionId, reason } }: ActionCall,
  action: AuditAction,
  subject: Subject,
) {
  return { actionId, actorId: caller.userId, action, reason, requestId: requestId() ?? '', ...subject };
}
