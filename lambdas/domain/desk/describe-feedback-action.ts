import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import type { Feedback, SeenFeedback } from '../../../contract/records/feedback.ts';
import { AppError } from '../../platform/app-error.ts';
import { requestId } from '../../platform/request-id.ts';

interface FeedbackCall {
  caller: { userId: string };
  data: { actionId: string; reason: string; seen: SeenFeedback };
}

/**
 * What the audit says about an action on feedback, without its outcome.
 * @throws AppError `not-found` when there is no such feedback
 */
export function describeFeedbackAction(
  { caller, data: { actionId, reason, seen } }: FeedbackCall,
  action: AuditEntry['action'],
  feedback: Feedback | undefined,
  at: string,
) {
  if (!feedback)
    throw new AppError('not-found', 'This feedback does not exist. Its author may have deleted the account.');
  const { feedbackId, userId: personId } = feedback;
  return {
    auditId: actionId,
    at,
    actorId: caller.userId,
    action,
    personId,
    feedbackId,
    reason,
    requestId: requestId() ?? '',
    before: seen.state,
  };
}
