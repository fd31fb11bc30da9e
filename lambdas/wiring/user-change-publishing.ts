import type { AnnounceUserChange } from '../domain/users/announce-user-change.ts';
import { eventBridge } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { publishEvent } from '../platform/publish-event.ts';

/** Publishes that what a user's record shows has changed. Throws when the bus does not accept it. */
export function userChangePublishing(): AnnounceUserChange {
  const { EVENT_BUS } = readConfig({ EVENT_BUS: resourceName });
  const bus = eventBridge();
  return (userId) => publishEvent(bus, EVENT_BUS, 'userChanged', { userId });
}
