import * as events from '../../contract/events/events.ts';
import * as deskFeedbackOperations from '../../contract/operations/desk-feedback-operations.ts';
import { stateAfterAnswer } from '../../contract/rules/feedback-states.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { AppError } from '../platform/app-error.ts';
import { publishEvent } from '../platform/publish-event.ts';
import type { Dependencies } from './compose.ts';

/** A run that is cut off before the event leaves `requested` as the last entry. `reconcile`, or the same request, then sends the email. */
export const deskAnswerFeedback = ({ audit, bus, inbox, now, serveDesk }: Dependencies) =>
  serveDesk(deskFeedbackOperations.deskAnswerFeedback, async (call) => {
    const { feedbackId, seen, actionId: answerId, answer: text } = call.data;
    const { userId: personId } = await inbox.get(feedbackId);
    if (!personId)
      throw new AppError('invalid-argument', 'Nobody can get an answer: this feedback has no author.');
    const action = describeAction(call, 'answerFeedback', { personId, feedbackId, before: seen.state });
    const at = now();
    const after = stateAfterAnswer(seen.state);
    const auditPart = audit.part(entryOf(action, at, 'requested', after));
    const answer = { answerId, at: at.toISOString(), actorId: call.caller.userId, text };
    await inbox.answer({ feedbackId, seen, auditPart }, answer);
    await publishEvent(bus, events.feedbackAnswered, { feedbackId, answerId });
    await audit.add(entryOf(action, now(), 'done', after));
    return {};
  });
