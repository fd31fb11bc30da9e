import * as deskFeedbackOperations from '../../../contract/operations/desk-feedback-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { entryOf } from '../../domain/desk/record-action.ts';
import { feedbackInbox } from '../../domain/feedback/feedback-inbox.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, FEEDBACK_TABLE } = readConfig({
  AUDIT_TABLE: resourceName,
  FEEDBACK_TABLE: resourceName,
});
const client = dynamodb();
const audit = auditStore(client, AUDIT_TABLE);
const inbox = feedbackInbox(client, FEEDBACK_TABLE);

export const deskCloseFeedback = serveDesk(deskFeedbackOperations.deskCloseFeedback, async (call) => {
  const { feedbackId, seen, roadmapItem } = call.data;
  const { userId: personId } = await inbox.get(feedbackId);
  const action = describeAction(call, 'closeFeedback', { personId, feedbackId, before: seen.state });
  const auditPart = audit.part(entryOf(action, new Date(), 'done', 'done'));
  await inbox.close({ feedbackId, seen, auditPart }, roadmapItem);
  return {};
});
