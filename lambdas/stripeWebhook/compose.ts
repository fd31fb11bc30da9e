import { eventBridge } from '../platform/aws/event-bridge.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { webhookSecrets } from '../platform/stripe.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig(resourceNames('EVENT_BUS'));
  return { bus: { connect: eventBridge(), name: config.EVENT_BUS }, secrets: webhookSecrets() };
}
