import { operations } from '../../../contract/operations/operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeFeedbackAction } from '../../domain/desk/describe-feedback-action.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { feedbackInbox } from '../../domain/feedback/feedback-inbox.ts';
import { dynamodb, eventBridge } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';

const { AUDIT_TABLE, EVENT_BUS, FEEDBACK_TABLE } = readConfig({
  AUDIT_TABLE: resourceName,
  EVENT_BUS: resourceName,
  FEEDBACK_TABLE: resourceName,
});
const client = dynamodb();
const audit = auditStore(client, AUDIT_TABLE);
const inbox = feedbackInbox(client, FEEDBACK_TABLE);
const bus = eventBridge();

/** A run that is cut off before the event leaves `requested` as the last entry. The hourly comparison, or the same request, then sends the email. */
export const handler = serveDesk(operations.deskAnswerFeedback, async (call) => {
  const { feedbackId, seen, actionId: answerId, answer: text } = call.data;
  const { userId: actorId } = call.caller;
  const at = new Date().toISOString();
  const entry = describeFeedbackAction(call, 'answerFeedback', await inbox.find(feedbackId), at);
  const auditPart = audit.part({ ...entry, outcome: 'requested' });
  await inbox.answer({ feedbackId, seen, auditPart }, { answerId, at, actorId, text });
  await publishEvent(bus, EVENT_BUS, 'feedbackAnswered', { feedbackId, answerId });
  await audit.add({ ...entry, at: new Date().toISOString(), outcome: 'done', after: 'answered' });
  return {};
});
