import * as events from '../../contract/events/events.ts';
import * as deskProblemOperations from '../../contract/operations/desk-problem-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { AppError } from '../platform/app-error.ts';
import { publishEvent } from '../platform/publish-event.ts';
import type { Dependencies } from './compose.ts';

/** A run that is cut off before the event leaves `requested` as the last entry. `reconcile`, or the same request, then sends the email. */
export const deskAnswerProblem = ({ audit, bus, now, problems, serveDesk }: Dependencies) =>
  serveDesk(deskProblemOperations.deskAnswerProblem, async (call) => {
    const { version, textId, actionId: answerId, answer: text } = call.data;
    const { email } = await problems.getText(version, textId);
    if (email === undefined) throw new AppError('invalid-argument', 'Its author left no address.');
    const action = describeAction(call, 'answerProblem', { version, problem: textId });
    const at = now();
    const answer = { answerId, at: at.toISOString(), actorId: call.caller.userId, text };
    await problems.answer({ version, textId }, answer, audit.part(entryOf(action, at, 'requested')));
    await publishEvent(bus, events.problemAnswered, { version, textId, answerId });
    await audit.add(entryOf(action, now(), 'done'));
    return {};
  });
