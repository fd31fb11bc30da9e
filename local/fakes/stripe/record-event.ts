import { presentObject } from './present-object.ts';
import { createId, type EventType, type Subject } from './stripe-objects.ts';
import { receiversOf, type StripeStore } from './stripe-store.ts';

/** When something happens, and what brings it about. */
export interface Cause {
  nowSeconds: number;
  /** The version the event is told in. */
  apiVersion: string;
  /** Of the request, where it was one. */
  requestId?: string;
  idempotencyKey?: string | null;
}

/**
 * Adds an event with the object as it is now: what happens to the object later does not change what the event tells.
 * @param previous what the object's changed properties were before
 */
export function recordEvent(
  store: StripeStore,
  type: EventType,
  object: Subject,
  cause: Cause,
  previous?: object,
): void {
  const id = createId('evt');
  store.events.set(id, {
    event: {
      id,
      object: 'event',
      api_version: cause.apiVersion,
      created: cause.nowSeconds,
      data: structuredClone({
        object: presentObject(object, store),
        ...(previous ? { previous_attributes: previous } : {}),
      }),
      livemode: false,
      pending_webhooks: 0,
      request: { id: cause.requestId ?? null, idempotency_key: cause.idempotencyKey ?? null },
      type,
    },
    deliveries: receiversOf(store, type).map((endpointId) => ({ endpointId, state: 'pending', attempts: 0 })),
  });
}
