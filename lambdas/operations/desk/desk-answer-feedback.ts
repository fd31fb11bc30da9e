import * as events from '../../../contract/events/events.ts';
import * as deskFeedbackOperations from '../../../contract/operations/desk-feedback-operations.ts';
import { stateAfterAnswer } from '../../../contract/rules/feedback-states.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { entryOf } from '../../domain/desk/record-action.ts';
import { feedbackInbox } from '../../domain/feedback/feedback-inbox.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, EVENT_BUS, FEEDBACK_TABLE } = readConfig({
  AUDIT_TABLE: resourceName,
  EVENT_BUS: resourceName,
  FEEDBACK_TABLE: resourceName,
});
const client = dynamodb();
const audit = auditStore(client, AUDIT_TABLE);
const inbox = feedbackInbox(client, FEEDBACK_TABLE);
const bus = eventBridge();

/** A run that is cut off before the event leaves `requested` as the last entry. `reconcile`, or the same request, then sends the email. */
export const deskAnswerFeedback = serveDesk(deskFeedbackOperations.deskAnswerFeedback, async (call) => {
  const { feedbackId, seen, actionId: answerId, answer: text } = call.data;
  const { userId: personId } = await inbox.get(feedbackId);
  const action = describeAction(call, 'answerFeedback', { personId, feedbackId, before: seen.state });
  const now = new Date();
  const after = stateAfterAnswer(seen.state);
  const auditPart = audit.part(entryOf(action, now, 'requested', after));
  const answer = { answerId, at: now.toISOString(), actorId: call.caller.userId, text };
  await inbox.answer({ feedbackId, seen, auditPart }, answer);
  await publishEvent(bus, EVENT_BUS, events.feedbackAnswered, { feedbackId, answerId });
  await audit.add(entryOf(action, new Date(), 'done', after));
  return {};
});
