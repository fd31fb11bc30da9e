import * as events from '../../contract/events/events.ts';
import { feedbackAnswer } from '../domain/mail/answers.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const sendFeedbackAnswer = ({ siteUrl, teamAddress, feedback, send, users }: Dependencies) =>
  consume(events.feedbackAnswered, async ({ feedbackId, answerId }, context) => {
    const answered = await feedback.find(feedbackId);
    const answer = answered?.comments.find((comment) => comment.answerId === answerId);
    const user = answered?.userId && (await users.find(answered.userId));
    // The account and its feedback were deleted before this event arrived.
    if (!answered || !answer || !user) return;
    const mail = feedbackAnswer(answered, answer.text, siteUrl);
    await send(
      {
        idempotencyKey: `feedbackAnswer#${answerId}`,
        to: user.email,
        replyTo: teamAddress,
        mail,
        logUnder: { userId: user.userId },
      },
      context,
    );
  });
