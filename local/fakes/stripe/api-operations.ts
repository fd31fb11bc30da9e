import { createPrice, createProduct, updatePrice, updateProduct } from './catalog-operations.ts';
import { createCheckout, expireCheckout, findCheckout } from './checkout-sessions.ts';
import { createCreditNote } from './credit-notes.ts';
import { checkExpandable, expandObjects } from './expand-objects.ts';
import type { FormObject } from './form-encoding.ts';
import { listObjects, listParams, newestFirst, readCreated } from './list-objects.ts';
import { presentEvent, presentObject } from './present-object.ts';
import { checkKnownParams, readText, readTexts } from './read-params.ts';
import { createRefund } from './refunds.ts';
import { invalidRequest, resourceMissing, StripeError } from './stripe-error.ts';
import type { StripeStore } from './stripe-store.ts';
import { presentTaxSettings } from './tax-settings.ts';
import { createEndpoint, deleteEndpoint, updateEndpoint } from './webhook-endpoints.ts';

export interface ApiRequest {
  method: string;
  path: string;
  params: FormObject;
  requestId: string;
  apiVersion: string;
  idempotencyKey: string | null;
  nowSeconds: number;
}

export interface ApiContext {
  store: StripeStore;
}

type Operation = (request: ApiRequest, store: StripeStore, id: string) => object;

/** `:id` matches the id of an object. */
const operations: Record<string, Operation> = {
  'GET /v1/products': list(({ products }) => products, []),
  'POST /v1/products': (request, store) => createProduct(store, request.params, request),
  'POST /v1/products/:id': (request, store, id) =>
    updateProduct(store, find(store.products, 'product', id), request.params, request),
  'GET /v1/prices': list(({ prices }) => prices, []),
  'POST /v1/prices': (request, store) => createPrice(store, request.params, request),
  'GET /v1/prices/:id': retrieve('price', ({ prices }) => prices),
  'POST /v1/prices/:id': ({ params }, store, id) =>
    updatePrice(store, find(store.prices, 'price', id), params),

  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions': list(
    ({ checkouts }) => new Map([...checkouts].map(([id, { session }]) => [id, session])),
    ['payment_intent'],
  ),
  'GET /v1/checkout/sessions/:id': retrieveSession,
  'POST /v1/checkout/sessions/:id/expire': expireSession,

  'POST /v1/refunds': (request, store) => createRefund(store, request.params, request),
  'GET /v1/refunds': list(({ refunds }) => refunds, ['payment_intent']),
  'GET /v1/refunds/:id': retrieve('refund', ({ refunds }) => refunds),
  'GET /v1/disputes': list(({ disputes }) => disputes, ['payment_intent']),

  'GET /v1/tax/settings': ({ params }, store) => {
    checkKnownParams(params, []);
    return presentTaxSettings(store);
  },
  'GET /v1/tax/registrations': list(({ taxRegistrations }) => taxRegistrations, ['status']),

  'GET /v1/invoices': list(({ invoices }) => invoices, []),
  'GET /v1/invoices/:id': retrieve('invoice', ({ invoices }) => invoices),
  'POST /v1/credit_notes': ({ params, ...cause }, store) =>
    presentObject(createCreditNote(store, params, cause), store),
  'GET /v1/credit_notes': list(({ creditNotes }) => creditNotes, ['invoice']),
  'GET /v1/credit_notes/:id': retrieve('credit_note', ({ creditNotes }) => creditNotes),
  'GET /v1/events': listEvents,
  'POST /v1/webhook_endpoints': (request, store) => createEndpoint(store, request.params, request),
  'GET /v1/webhook_endpoints': list(
    ({ endpoints }) => new Map([...endpoints].map(([id, { endpoint }]) => [id, endpoint])),
    [],
  ),
  'POST /v1/webhook_endpoints/:id': ({ params }, store, id) =>
    updateEndpoint(find(store.endpoints, 'webhook_endpoint', id), params),
  'DELETE /v1/webhook_endpoints/:id': ({ params }, store, id) =>
    deleteEndpoint(store, find(store.endpoints, 'webhook_endpoint', id), params),
};

export const operationNames = Object.keys(operations);

const routes = Object.entries(operations).map(([line, operation]) => {
  const [method, path = ''] = line.split(' ');
  return { method, path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`), operation };
});

/** @throws StripeError for a request that Stripe would refuse, or that the fake does not implement */
export function operate(request: ApiRequest, { store }: ApiContext): object {
  for (const { method, path, operation } of routes) {
    const match = method === request.method && path.exec(request.path);
    if (!match) continue;
    const expand = readTexts(request.params, 'expand');
    checkExpandable(expand);
    return expandObjects(operation(request, store, match[1] ?? ''), expand, store);
  }
  throw new StripeError(
    404,
    `Unrecognized request URL (${request.method}: ${request.path}), or one that the local Stripe does not implement.`,
  );
}

function find<Found>(objects: Map<string, Found>, kind: string, id: string): Found {
  const found = objects.get(id);
  if (!found) throw resourceMissing(kind, id);
  return found;
}

function retrieve(kind: string, choose: (store: StripeStore) => Map<string, object>): Operation {
  return ({ params }, store, id) => {
    checkKnownParams(params, ['expand']);
    return presentObject(find(choose(store), kind, id), store);
  };
}

interface Listed {
  id: string;
  created: number;
}

/** @param filters the properties to filter by */
function list(choose: (store: StripeStore) => Map<string, Listed>, filters: string[]): Operation {
  return (request, store) => {
    const { params } = request;
    checkKnownParams(params, [...filters, 'created', ...listParams]);
    const isOfTime = readCreated(params);
    const wanted = filters.flatMap((name) => {
      const value = readText(params, name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return listObjects(
      newestFirst(choose(store)).map((item) => presentObject(item, store)),
      (item) =>
        isOfTime(item) && wanted.every(([name, value]) => (item as Listed & FormObject)[name] === value),
      request,
    );
  };
}

function createSession(request: ApiRequest, store: StripeStore): object {
  const checkout = createCheckout(store, request.params, request);
  store.checkouts.set(checkout.session.id, checkout);
  return presentObject(checkout.session, store);
}

function retrieveSession({ params }: ApiRequest, store: StripeStore, id: string): object {
  checkKnownParams(params, ['expand']);
  return presentObject(findCheckout(store, id).session, store);
}

function expireSession(request: ApiRequest, store: StripeStore, id: string): object {
  checkKnownParams(request.params, ['expand']);
  const checkout = findCheckout(store, id);
  expireCheckout(store, checkout, request);
  return presentObject(checkout.session, store);
}

function listEvents(request: ApiRequest, store: StripeStore): object {
  const { params } = request;
  checkKnownParams(params, ['created', 'types', ...listParams]);
  const types = readTexts(params, 'types');
  if (types.length > 20) throw invalidRequest('You may list up to 20 types.', 'types');
  const isOfTime = readCreated(params);
  return listObjects(
    newestFirst(store.events).map(presentEvent),
    (event) => isOfTime(event) && (types.length === 0 || types.includes(event.type)),
    request,
  );
}
