import { type PublishUserChange, userChangePublisher } from '../domain/users/announce-user-change.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { readConfig, resourceNames } from '../platform/config.ts';

/** Publishes `UserChanged`. The function throws when the bus does not accept the event. */
export function userChangePublishing(): PublishUserChange {
  const { EVENT_BUS } = readConfig(resourceNames('EVENT_BUS'));
  return userChangePublisher({ client: eventBridge(), name: EVENT_BUS });
}
