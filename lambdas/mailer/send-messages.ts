import * as events from '../../contract/events/events.ts';
import { feedbackAnswer, problemAnswer } from '../domain/mail/answers.ts';
import { acknowledgmentKey } from '../domain/mail/send-logged.ts';
import { contactAcknowledgment, contactForTeam, feedbackForTeam } from '../domain/mail/team-mail.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const deliverContact = ({ siteUrl, teamAddress, send }: Dependencies) =>
  consume(events.contactSubmitted, async ({ messageId, submittedAt, ...message }, context) => {
    const toTeam = { to: teamAddress, replyTo: message.email, mail: contactForTeam(message) };
    await send({ idempotencyKey: `contact#${messageId}`, ...toTeam, logUnder: 'nobody' }, context);
    const idempotencyKey = acknowledgmentKey('contactAcknowledgment', message.email, new Date(submittedAt));
    const acknowledgment = { to: message.email, mail: contactAcknowledgment(siteUrl) };
    await send({ idempotencyKey, ...acknowledgment, logUnder: 'address' }, context);
  });

export const notifyTeamOfFeedback = ({ teamAddress, feedback, send, users }: Dependencies) =>
  consume(events.feedbackSubmitted, async ({ feedbackId }, context) => {
    const submitted = await feedback.find(feedbackId);
    const user = submitted?.userId && (await users.find(submitted.userId));
    // The account and its feedback were deleted before this event arrived.
    if (!submitted || !user) return;
    const mail = feedbackForTeam(submitted);
    await send(
      {
        idempotencyKey: `feedback#${feedbackId}`,
        to: teamAddress,
        replyTo: user.email,
        mail,
        logUnder: 'nobody',
      },
      context,
    );
  });

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
