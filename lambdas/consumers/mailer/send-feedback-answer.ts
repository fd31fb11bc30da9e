import * as events from '../../../contract/events/events.ts';
import { feedbackStore } from '../../domain/feedback/feedback-store.ts';
import { feedbackAnswer } from '../../domain/mail/feedback-answer.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { mailOnce } from '../../wiring/mail-once-wiring.ts';

const { FEEDBACK_TABLE, SITE_URL, TEAM_ADDRESS, USERS_TABLE } = readConfig({
  FEEDBACK_TABLE: resourceName,
  SITE_URL: resourceName,
  TEAM_ADDRESS: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const feedback = feedbackStore(client, FEEDBACK_TABLE);
const users = userStore(client, USERS_TABLE);
const send = mailOnce(() => new Date());

export const sendFeedbackAnswer = consume(
  events.feedbackAnswered,
  async ({ feedbackId, answerId }, context) => {
    const answered = await feedback.find(feedbackId);
    const answer = answered?.comments.find((comment) => comment.answerId === answerId);
    const user = answered && (await users.find(answered.userId));
    // The account and its feedback were deleted before this event arrived.
    if (!answered || !answer || !user) return;
    const mail = feedbackAnswer(answered, answer.text, SITE_URL);
    await send(
      {
        idempotencyKey: `feedbackAnswer#${answerId}`,
        to: user.email,
        replyTo: TEAM_ADDRESS,
        mail,
        logUnder: { userId: user.userId },
      },
      context,
    );
  },
);
