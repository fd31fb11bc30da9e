import * as events from '../../../contract/events/events.ts';
import { describeError, logger } from '../../platform/logger.ts';
import { type EventBus, publishEvent } from '../../platform/publish-event.ts';

/** Publishes a change of a user's record, or of data that pages show with it. */
export type PublishUserChange = (userId: string) => Promise<void>;

/** The function throws when the bus does not accept the event. */
export const userChangePublisher =
  (bus: EventBus): PublishUserChange =>
  (userId) =>
    publishEvent(bus, events.userChanged, { userId });

/**
 * Publishes a change that has already succeeded, so the function never throws. Without the event, connected pages
 * show the change within half an hour, and others within a minute.
 */
export function userChangeAnnouncer(bus: EventBus): PublishUserChange {
  const publish = userChangePublisher(bus);
  return (userId) =>
    publish(userId).catch((error: unknown) => {
      logger.warn('failed to publish UserChanged', { error: describeError(error) });
    });
}
