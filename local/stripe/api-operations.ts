import type { Catalog } from './catalog.ts';
import { createCheckout, expireCheckout, presentSession } from './checkout-sessions.ts';
import { checkExpandable, expandObjects } from './expand-objects.ts';
import type { FormObject } from './form-encoding.ts';
import { createRefund } from './payments.ts';
import {
  checkKnownParams,
  readBoolean,
  readChoice,
  readInteger,
  readText,
  readTexts,
} from './read-params.ts';
import { invalidRequest, resourceMissing, StripeError } from './stripe-error.ts';
import type { CheckoutRecord, StripeStore } from './stripe-store.ts';

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
  catalog: Catalog;
  /** Where the hosted page is. */
  pageOrigin: string;
}

type Operation = (request: ApiRequest, context: ApiContext, id: string) => object;

const operations: [method: string, path: RegExp, operation: Operation][] = [
  ['GET', /^\/v1\/products$/, listProducts],
  ['GET', /^\/v1\/products\/([^/]+)$/, retrieve('product', ({ catalog }) => catalog.products)],
  ['GET', /^\/v1\/prices$/, listPrices],
  ['GET', /^\/v1\/prices\/([^/]+)$/, retrieve('price', ({ catalog }) => catalog.prices)],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions$/, listSessions],
  ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, retrieveSession],
  ['GET', /^\/v1\/checkout\/sessions\/([^/]+)\/line_items$/, listLineItems],
  ['POST', /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, expireSession],
  ['POST', /^\/v1\/refunds$/, (request, { store }) => createRefund(store, request.params, request)],
  ['GET', /^\/v1\/refunds\/([^/]+)$/, retrieve('refund', ({ store }) => store.refunds)],
  [
    'GET',
    /^\/v1\/payment_intents\/([^/]+)$/,
    retrieve('payment_intent', ({ store }) => store.paymentIntents),
  ],
  ['GET', /^\/v1\/charges\/([^/]+)$/, retrieve('charge', ({ store }) => store.charges)],
  ['GET', /^\/v1\/events\/([^/]+)$/, retrieve('event', ({ store }) => store.events)],
];

/** @throws StripeError for whatever Stripe would refuse, and for addresses it or this stand-in does not have */
export function operate(request: ApiRequest, context: ApiContext): object {
  for (const [method, path, operation] of operations) {
    const match = method === request.method && path.exec(request.path);
    if (!match) continue;
    const expand = readTexts(request.params, 'expand');
    checkExpandable(expand);
    const answer = operation(request, context, match[1] ?? '');
    return expandObjects(answer, expand, context.store, context.catalog);
  }
  throw new StripeError(
    404,
    `Unrecognized request URL (${request.method}: ${request.path}), or one the local stand-in for Stripe does not imitate.`,
  );
}

function retrieve(kind: string, choose: (context: ApiContext) => Map<string, object>): Operation {
  return ({ params }, context, id) => {
    checkKnownParams(params, ['expand']);
    const found = choose(context).get(id);
    if (!found) throw resourceMissing(kind, id);
    return found;
  };
}

function listProducts({ path, params }: ApiRequest, { catalog }: ApiContext): object {
  checkKnownParams(params, ['active', 'ids', ...listParams]);
  const ids = readTexts(params, 'ids');
  const isActive = readBoolean(params, 'active');
  const products = [...catalog.products.values()].filter(
    ({ id, active }) => (ids.length === 0 || ids.includes(id)) && (isActive ?? active) === active,
  );
  return listPage(products, path, params);
}

function listPrices({ path, params }: ApiRequest, { catalog }: ApiContext): object {
  checkKnownParams(params, ['active', 'currency', 'lookup_keys', 'product', 'type', ...listParams]);
  const lookupKeys = readTexts(params, 'lookup_keys');
  const isActive = readBoolean(params, 'active');
  const currency = readText(params, 'currency');
  const product = readText(params, 'product');
  const type = readChoice(params, 'type', ['one_time', 'recurring']);
  const prices = [...catalog.prices.values()].filter(
    (price) =>
      (lookupKeys.length === 0 || lookupKeys.includes(price.lookup_key ?? '')) &&
      (isActive ?? price.active) === price.active &&
      (currency ?? price.currency) === price.currency &&
      (product ?? price.product) === price.product &&
      (type ?? price.type) === price.type,
  );
  return listPage(prices, path, params);
}

function createSession(request: ApiRequest, { store, catalog, pageOrigin }: ApiContext): object {
  const checkout = createCheckout(request.params, { ...request, catalog });
  store.checkouts.set(checkout.session.id, checkout);
  return presentSession(checkout, pageOrigin);
}

function listSessions({ path, params }: ApiRequest, { store, pageOrigin }: ApiContext): object {
  checkKnownParams(params, ['payment_intent', 'status', 'customer_details', ...listParams]);
  const paymentIntent = readText(params, 'payment_intent');
  const status = readChoice(params, 'status', ['open', 'complete', 'expired']);
  const customer = params.customer_details;
  const email =
    typeof customer === 'object' && !Array.isArray(customer) ? readText(customer, 'email') : undefined;
  const sessions = [...store.checkouts.values()]
    .reverse()
    .map((checkout) => presentSession(checkout, pageOrigin))
    .filter(
      (session) =>
        (paymentIntent ?? session.payment_intent) === session.payment_intent &&
        (status ?? session.status) === session.status &&
        (email === undefined || email === session.customer_details?.email),
    );
  return listPage(sessions, path, params);
}

function retrieveSession({ params }: ApiRequest, { store, pageOrigin }: ApiContext, id: string): object {
  checkKnownParams(params, ['expand']);
  return presentSession(findCheckout(store, id), pageOrigin);
}

function listLineItems({ path, params }: ApiRequest, { store }: ApiContext, id: string): object {
  checkKnownParams(params, listParams);
  return listPage(findCheckout(store, id).lineItems, path, params);
}

function expireSession(
  { params, nowSeconds }: ApiRequest,
  { store, pageOrigin }: ApiContext,
  id: string,
): object {
  checkKnownParams(params, ['expand']);
  const checkout = findCheckout(store, id);
  expireCheckout(store, checkout, nowSeconds);
  return presentSession(checkout, pageOrigin);
}

function findCheckout(store: StripeStore, id: string): CheckoutRecord {
  const checkout = store.checkouts.get(id);
  if (!checkout) throw resourceMissing('checkout.session', id);
  return checkout;
}

const listParams = ['limit', 'starting_after', 'ending_before', 'expand'];

/** https://docs.stripe.com/api/pagination */
function listPage(all: { id: string }[], url: string, params: FormObject): object {
  const limit = readInteger(params, 'limit', 1) ?? 10;
  if (limit > 100) throw invalidRequest('This value must be less than or equal to 100.', 'limit');
  const indexOf = (param: string) => {
    const id = readText(params, param);
    if (id === undefined) return undefined;
    const index = all.findIndex((each) => each.id === id);
    if (index === -1) throw resourceMissing('object', id, param);
    return index;
  };
  const before = indexOf('ending_before');
  const start = before === undefined ? (indexOf('starting_after') ?? -1) + 1 : Math.max(before - limit, 0);
  const end = before ?? start + limit;
  const hasMore = before === undefined ? end < all.length : start > 0;
  return { object: 'list', data: all.slice(start, end), has_more: hasMore, url };
}
