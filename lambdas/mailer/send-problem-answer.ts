import * as events from '../../contract/events/events.ts';
import { problemAnswer } from '../domain/mail/answers.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const sendProblemAnswer = ({ teamAddress, problems, send }: Dependencies) =>
  consume(events.problemAnswered, async ({ version, textId, answerId }, context) => {
    const text = await problems.findText(version, textId);
    // The text has expired before this event arrived.
    if (!text?.email || text.answer?.answerId !== answerId) return;
    await send(
      {
        idempotencyKey: `problemAnswer#${answerId}`,
        to: text.email,
        replyTo: teamAddress,
        mail: problemAnswer(text, text.answer.text),
        logUnder: 'address',
      },
      context,
    );
  });
