import * as deskFeedbackOperations from '../../contract/operations/desk-feedback-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import type { Dependencies } from './compose.ts';

export const deskCloseFeedback = ({ audit, inbox, serveDesk }: Dependencies) =>
  serveDesk(deskFeedbackOperations.deskCloseFeedback, async (call) => {
    const { feedbackId, seen, roadmapItem } = call.data;
    const { userId: personId } = await inbox.get(feedbackId);
    const action = describeAction(call, 'closeFeedback', { personId, feedbackId, before: seen.state });
    const auditPart = audit.part(entryOf(action, call.now, 'done', 'done'));
    await inbox.close({ feedbackId, seen, auditPart }, roadmapItem);
    return {};
  });
