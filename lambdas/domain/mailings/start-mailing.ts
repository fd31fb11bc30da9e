import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import * as events from '../../../contract/events/events.ts';
import { publishEvent } from '../../platform/publish-event.ts';

/** Begins or continues the sending of a mailing. Safe to repeat. */
export const startMailing = (
  { client, name }: { client: EventBridgeClient; name: string },
  slug: string,
): Promise<void> => publishEvent(client, name, events.mailingStarted, { slug });
