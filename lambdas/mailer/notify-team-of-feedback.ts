import * as events from '../../contract/events/events.ts';
import { feedbackForTeam } from '../domain/mail/team-mail.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

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
