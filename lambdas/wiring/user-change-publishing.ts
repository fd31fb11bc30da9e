import * as events from '../../contract/events/events.ts';
import type { AnnounceUserChange } from '../domain/users/announce-user-change.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { publishEvent } from '../platform/publish-event.ts';

/** Publishes `UserChanged`. The function throws when the bus does not accept the event. */
export function userChangePublishing(): AnnounceUserChange {
  const { EVENT_BUS } = readConfig({ EVENT_BUS: resourceName });
  const bus = eventBridge();
  return (userId) => publishEvent(bus, EVENT_BUS, events.userChanged, { userId });
}
