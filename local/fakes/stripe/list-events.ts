import type { FormObject } from './form-encoding.ts';
import { listObjects, listParams, newestFirst, readCreated } from './list-objects.ts';
import { presentEvent } from './present-object.ts';
import { checkKnownParams, readBoolean, readText, readTexts } from './read-params.ts';
import { invalidRequest } from './stripe-error.ts';
import type { EventRecord, StripeStore } from './stripe-store.ts';

/** https://docs.stripe.com/api/events/list */
export function listEvents(store: StripeStore, request: { path: string; params: FormObject }): object {
  const { params } = request;
  checkKnownParams(params, ['created', 'type', 'types', 'delivery_success', ...listParams]);
  const type = readText(params, 'type');
  const types = readTexts(params, 'types');
  if (type !== undefined && types.length > 0) {
    throw invalidRequest('You may only specify one of these parameters: type, types.');
  }
  if (types.length > 20) throw invalidRequest('You may list up to 20 types.', 'types');
  const isDelivered = readBoolean(params, 'delivery_success');
  const isOfTime = readCreated(params);
  const records = newestFirst(store.events).filter(
    (record) =>
      isOfTime(record.event) &&
      (type === undefined || matchesType(record.event.type, type)) &&
      (types.length === 0 || types.includes(record.event.type)) &&
      (isDelivered ?? wasDelivered(record)) === wasDelivered(record),
  );
  return listObjects(records.map(presentEvent), () => true, request);
}

/** @param wanted a type, or a group of types such as `charge.*` */
function matchesType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

/** Whether every webhook accepted the event, in any attempt. */
function wasDelivered({ deliveries }: EventRecord): boolean {
  const receivers = new Set(deliveries.map(({ endpointId }) => endpointId));
  return [...receivers].every((receiver) =>
    deliveries.some(({ endpointId, state }) => endpointId === receiver && state === 'accepted'),
  );
}
