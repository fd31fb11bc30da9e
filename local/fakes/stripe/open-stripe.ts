import { type StripeActions, stripeActions } from './actions.ts';
import { type ApiService, answerApi, type HttpAnswer, type HttpRequest } from './answer-api.ts';
import { answerCheckout } from './answer-checkout.ts';
import { answerReceipt } from './answer-receipt.ts';
import { expireDueCheckouts } from './checkout-sessions.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { type CatalogProduct, stockCatalog } from './stock-catalog.ts';
import { StripeStore } from './stripe-store.ts';
import { type Listener, WebhookDeliveries } from './webhooks.ts';

export interface StripeOptions {
  /** Where everything is kept. Without it, in memory. */
  dir?: string;
  products: CatalogProduct[];
  /** What `stripe listen` would be: gets the events without an endpoint of the account. */
  listener: Listener;
  /** Which events the listener gets, as in `enabled_events` of an endpoint; all of them, unless given. */
  listenerEvents?: readonly string[];
  /** Whether Managed Payments is the default of the account: Stripe is the seller unless a checkout says otherwise. */
  managesPayments?: boolean;
  nowSeconds?: () => number;
}

export interface OpenStripe {
  actions: StripeActions;
  /** What there is. To be read; changes are what `actions` and requests are for. */
  store: StripeStore;
  /** Answers requests to the API, and those for the hosted pages. Throws only what is a defect of this stand-in. */
  answer(request: HttpRequest): Promise<HttpAnswer>;
  /** `answer` as a fetch, for `Stripe.createFetchHttpClient`. */
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Ends the sessions whose time is over. Requests do so by themselves. */
  expireDue(): Promise<void>;
  /** Sends what no webhook has accepted yet; of a listener that is a function, waits for it. */
  deliverPending(): Promise<void>;
  stop(): Promise<void>;
}

/** Stripe's API, its hosted Checkout and its webhooks, as far as this site uses them, without a server. Nobody is charged. */
export async function openStripe(options: StripeOptions): Promise<OpenStripe> {
  const nowSeconds = options.nowSeconds ?? (() => Math.floor(Date.now() / 1000));
  const store = await StripeStore.open(options.dir, nowSeconds());
  store.listenerEvents = options.listenerEvents ?? ['*'];
  store.managesPayments = options.managesPayments ?? false;
  stockCatalog(store, options.products, nowSeconds());
  const webhooks = new WebhookDeliveries(store, options.listener, nowSeconds);
  const service: ApiService = {
    store,
    nowSeconds,
    idempotencyKeys: new IdempotencyKeys(store.idempotentAnswers),
    async commit() {
      // Chosen before the save: an event that another request adds meanwhile is not on disk yet.
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
    if (request.path.startsWith('/receipts/')) return answerReceipt(request, store);
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
