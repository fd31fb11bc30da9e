import { createId, type StripeEvent } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

/** Adds an event with the object as it is now: what happens to the object later does not change what the event tells. */
export function recordEvent(
  store: StripeStore,
  event: Pick<StripeEvent, 'type' | 'data' | 'api_version' | 'created'> &
    Partial<Pick<StripeEvent, 'request'>>,
): void {
  const id = createId('evt');
  store.events.set(id, {
    id,
    object: 'event',
    api_version: event.api_version,
    created: event.created,
    data: structuredClone(event.data),
    livemode: false,
    pending_webhooks: 1,
    request: event.request ?? { id: null, idempotency_key: null },
    type: event.type,
  });
}
