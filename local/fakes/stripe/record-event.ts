import { presentObject } from './present-object.ts';
import { createId, type EventType, type Subject } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

/** The time and the source of a change. */
export interface Cause {
  nowSeconds: number;
  /** The API version of the event. */
  apiVersion: string;
  /** Undefined for a change without a request. */
  requestId?: string;
  idempotencyKey?: string | null;
}

/**
 * Adds an event with a copy of the object, so that later changes do not affect it.
 * @param previous the previous values of the changed properties
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
    ...(isReceived(type, store) && { delivery: { state: 'pending', attempts: 0 } }),
  });
}

const isReceived = (type: EventType, { listenerEvents }: StripeStore) =>
  listenerEvents.includes('*') || listenerEvents.includes(type);
