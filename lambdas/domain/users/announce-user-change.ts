import { eventBridge } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { describeError, logger } from '../../platform/logger.ts';
import { publishEvent } from '../../platform/publish-event.ts';

export type AnnounceUserChange = (userId: string) => Promise<void>;

/** Publishes that what a user's record shows has changed. Throws when the bus does not accept it. */
export function userChangePublishing(): AnnounceUserChange {
  const { EVENT_BUS } = readConfig({ EVENT_BUS: resourceName });
  const bus = eventBridge();
  return (userId) => publishEvent(bus, EVENT_BUS, 'userChanged', { userId });
}

/**
 * The same for operations, whose change has succeeded: it never throws. Without the event, connected pages show the
 * change within half an hour, and others within a minute.
 */
export function userChangeAnnouncing(): AnnounceUserChange {
  const publish = userChangePublishing();
  return (userId) =>
    publish(userId).catch((error: unknown) => {
      logger.warn('failed to publish UserChanged', { error: describeError(error) });
    });
}
