import { randomBytes } from 'node:crypto';
import type { FormObject } from './form-encoding.ts';
import {
  checkKnownParams,
  mergeMetadata,
  readBoolean,
  readMetadata,
  readText,
  readTexts,
  readUrl,
  requireParam,
} from './read-params.ts';
import type { Cause } from './record-event.ts';
import { invalidRequest, missingParameter } from './stripe-error.ts';
import { createId, type WebhookEndpoint } from './stripe-objects.ts';
import type { EndpointRecord, StripeStore } from './stripe-store.ts';

/** Creates an endpoint. Only this response contains its secret. */
export function createEndpoint(store: StripeStore, params: FormObject, cause: Cause): WebhookEndpoint {
  checkKnownParams(params, ['url', 'enabled_events', 'metadata', 'api_version']);
  const enabledEvents = readEnabledEvents(params);
  if (enabledEvents.length === 0) throw missingParameter('enabled_events');
  const endpoint: WebhookEndpoint = {
    id: createId('we'),
    object: 'webhook_endpoint',
    api_version: readText(params, 'api_version') ?? null,
    application: null,
    created: cause.nowSeconds,
    description: null,
    enabled_events: enabledEvents,
    livemode: false,
    metadata: readMetadata(params),
    status: 'enabled',
    url: requireParam(readUrl(params, 'url'), 'url'),
  };
  const secret = `whsec_${randomBytes(24).toString('hex')}`;
  store.endpoints.set(endpoint.id, { endpoint, secret });
  return { ...endpoint, secret };
}

export function updateEndpoint({ endpoint }: EndpointRecord, params: FormObject): WebhookEndpoint {
  checkKnownParams(params, ['enabled_events', 'metadata', 'disabled']);
  const enabledEvents = readEnabledEvents(params);
  const isDisabled = readBoolean(params, 'disabled');
  return Object.assign(endpoint, {
    enabled_events: enabledEvents.length > 0 ? enabledEvents : endpoint.enabled_events,
    metadata: mergeMetadata(endpoint.metadata, params),
    status: isDisabled === undefined ? endpoint.status : isDisabled ? 'disabled' : 'enabled',
  });
}

export function deleteEndpoint(store: StripeStore, { endpoint }: EndpointRecord, params: FormObject): object {
  checkKnownParams(params, []);
  store.endpoints.delete(endpoint.id);
  return { id: endpoint.id, object: 'webhook_endpoint', deleted: true };
}

function readEnabledEvents(params: FormObject): string[] {
  const events = readTexts(params, 'enabled_events');
  for (const [index, event] of events.entries()) {
    if (event === '*' || /^[a-z0-9_]+(\.[a-z0-9_]+)+$/.test(event)) continue;
    throw invalidRequest(`Invalid enabled_events[${index}]: ${event}`, `enabled_events[${index}]`);
  }
  return events;
}
