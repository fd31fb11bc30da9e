import { type StripeActions, stripeActions } from './actions.ts';
import { type ApiService, answerApi, type HttpAnswer, type HttpRequest } from './answer-api.ts';
import { answerCheckout } from './answer-checkout.ts';
import { answerDocument } from './answer-documents.ts';
import { expireDueCheckouts } from './checkout-sessions.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { type CatalogProduct, stockCatalog } from './stock-catalog.ts';
import { StripeStore } from './stripe-store.ts';
import { setUpTax } from './tax-settings.ts';
import { type Listener, WebhookDeliveries } from './webhooks.ts';

export interface StripeOptions {
  /** The folder of the account. Without it, the account is in memory. */
  dir?: string;
  products: CatalogProduct[];
  /** Gets the events, like `stripe listen`. Webhook endpoints of the account get none. */
  listener: Listener;
  /** The events for the listener, like `enabled_events` of an endpoint. All events by default. */
  listenerEvents?: readonly string[];
  nowSeconds?: () => number;
}

export interface OpenStripe {
  actions: StripeActions;
  /** Read only. Change it with `actions` and requests. */
  store: StripeStore;
  /** Answers requests to the API and for the hosted pages. An exception is a bug of the fake. */
  answer(request: HttpRequest): Promise<HttpAnswer>;
  /** `answer` as a fetch, for `Stripe.createFetchHttpClient`. */
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Expires due sessions, like each request. */
  expireDue(): Promise<void>;
  /** Sends pending events. Waits for a listener that is a function. */
  deliverPending(): Promise<void>;
  stop(): Promise<void>;
}

/** The Stripe API, hosted Checkout and webhooks that the site uses, without a server. */
export async function openStripe(options: StripeOptions): Promise<OpenStripe> {
  const nowSeconds = options.nowSeconds ?? (() => Math.floor(Date.now() / 1000));
  const store = await StripeStore.open(options.dir, nowSeconds());
  store.nowSeconds = nowSeconds;
  store.listenerEvents = options.listenerEvents ?? ['*'];
  if (store.taxRegistrations.size === 0) setUpTax(store, nowSeconds());
  stockCatalog(store, options.products, nowSeconds());
  const webhooks = new WebhookDeliveries(store, options.listener, nowSeconds);
  const service: ApiService = {
    store,
    nowSeconds,
    idempotencyKeys: new IdempotencyKeys(store.idempotentAnswers),
    async commit() {
      // Selected before the save, because an event that is added during the save is not on disk yet.
      const pending = webhooks.findPending();
      await store.save();
      await webhooks.deliver(pending);
    },
  };
  const actions = stripeActions(service, webhooks);

  async function expireDue(): Promise<void> {
    if (expireDueCheckouts(store, nowSeconds())) await service.commit();
  }

  async function answer(request: HttpRequest): Promise<HttpAnswer> {
    await expireDue();
    if (request.path.startsWith('/v1/')) return answerApi(request, service);
    if (!request.path.startsWith('/pay/')) return answerDocument(request, store);
    return answerCheckout(request, store, actions);
  }

  return {
    actions,
    store,
    answer,
    async fetch(url, init) {
      const request = new Request(url, init);
      const { pathname, search } = new URL(request.url);
      const { status, headers, body } = await answer({
        method: request.method,
        path: pathname,
        search: search.slice(1),
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      });
      return new Response(body, { status, headers });
    },
    expireDue,
    deliverPending: () => webhooks.deliver(webhooks.findPending()),
    async stop() {
      await webhooks.stop();
      await store.save();
    },
  };
}
