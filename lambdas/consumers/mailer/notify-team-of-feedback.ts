import * as events from '../../../contract/events/events.ts';
import { feedbackStore } from '../../domain/feedback/feedback-store.ts';
import { feedbackForTeam } from '../../domain/mail/team-mail.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { mailOnce } from '../../wiring/mail-once-wiring.ts';

const { FEEDBACK_TABLE, TEAM_ADDRESS, USERS_TABLE } = readConfig({
  FEEDBACK_TABLE: resourceName,
  TEAM_ADDRESS: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const feedback = feedbackStore(client, FEEDBACK_TABLE);
const users = userStore(client, USERS_TABLE);
const send = mailOnce(() => new Date());

export const notifyTeamOfFeedback = consume(events.feedbackSubmitted, async ({ feedbackId }, context) => {
  const submitted = await feedback.find(feedbackId);
  const user = submitted && (await users.find(submitted.userId));
  // The account and its feedback were deleted before this event arrived.
  if (!submitted || !user) return;
  const mail = feedbackForTeam(submitted);
  await send(
    {
      idempotencyKey: `feedback#${feedbackId}`,
      to: TEAM_ADDRESS,
      replyTo: user.email,
      mail,
      logUnder: 'nobody',
    },
    context,
  );
});
