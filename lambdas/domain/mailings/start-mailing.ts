import * as events from '../../../contract/events/events.ts';
import { type EventBus, publishEvent } from '../../platform/publish-event.ts';

/** Begins or continues the sending of a mailing. Safe to repeat. */
export const startMailing = (bus: EventBus, slug: string): Promise<void> =>
  publishEvent(bus, events.mailingStarted, { slug });
