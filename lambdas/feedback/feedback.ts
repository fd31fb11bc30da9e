import * as events from '../../contract/events/events.ts';
import * as messageOperations from '../../contract/operations/message-operations.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const feedback = ({ bus, feedbackItems, limits, pool, users }: Dependencies) =>
  serve(messageOperations.feedback, async ({ now, caller, data }) => {
    const { userId } = await readOrCreateUser(users, pool, caller, now);
    await limits.take('feedback', userId, now);
    await feedbackItems.add(
      { ...data, userId, timestamp: now.toISOString(), comments: [], state: 'open' },
      users.mustExist(userId),
    );
    await publishEvent(bus, events.feedbackSubmitted, { feedbackId: data.feedbackId });
    return {};
  });
