import { operations } from '../../../contract/operations/operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeFeedbackAction } from '../../domain/desk/describe-feedback-action.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { feedbackInbox } from '../../domain/feedback/feedback-inbox.ts';
import { dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';

const { AUDIT_TABLE, FEEDBACK_TABLE } = readConfig({
  AUDIT_TABLE: resourceName,
  FEEDBACK_TABLE: resourceName,
});
const client = dynamodb();
const audit = auditStore(client, AUDIT_TABLE);
const inbox = feedbackInbox(client, FEEDBACK_TABLE);

export const handler = serveDesk(operations.deskCloseFeedback, async (call) => {
  const { feedbackId, seen, roadmapItem } = call.data;
  const at = new Date().toISOString();
  const entry = describeFeedbackAction(call, 'closeFeedback', await inbox.find(feedbackId), at);
  const auditPart = audit.part({ ...entry, outcome: 'done', after: 'done' });
  await inbox.close({ feedbackId, seen, auditPart }, roadmapItem);
  return {};
});
