import { startMailing } from '../domain/mailings/start-mailing.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../platform/config.ts';

/** `startMailing` with the services that the functions use. */
export function mailingStart(): (slug: string) => Promise<void> {
  const { EVENT_BUS } = readConfig({ EVENT_BUS: resourceName });
  const bus = { client: eventBridge(), name: EVENT_BUS };
  return (slug) => startMailing(bus, slug);
}
