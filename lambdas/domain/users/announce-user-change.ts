import { eventBridge } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { describeError, logger } from '../../platform/logger.ts';
import { publishEvent } from '../../platform/publish-event.ts';

export type AnnounceUserChange = (userId: string) => Promise<void>;

/**
 * Lets open pages know that a user's record has changed. Never throws: the change itself has succeeded, and a page
 * without the event asks within a minute.
 */
export function userChangeAnnouncing(): AnnounceUserChange {
  const { EVENT_BUS } = readConfig({ EVENT_BUS: resourceName });
  const bus = eventBridge();
  return async (userId) => {
    try {
      await publishEvent(bus, EVENT_BUS, 'userChanged', { userId });
    } catch (error) {
      logger.warn('open pages did not hear of a change', { error: describeError(error) });
    }
  };
}
