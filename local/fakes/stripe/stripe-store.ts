import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../../files/write-durably.ts';
import type {
  Charge,
  Dispute,
  LineItem,
  PaymentIntent,
  Price,
  Product,
  Refund,
  Session,
  StripeEvent,
  WebhookEndpoint,
} from './stripe-objects.ts';

export interface CheckoutRecord {
  session: Session;
  lineItems: LineItem[];
  /** `payment_intent_data[metadata]`, kept until there is a payment to give it to. */
  paymentMetadata: Record<string, string>;
  /** The version the session was created with: events that no request causes are told in it. */
  apiVersion: string;
}

export interface Delivery {
  /** `listenerId`, or that of a webhook endpoint. */
  endpointId: string;
  /** `failed` once Stripe has given up. */
  state: 'pending' | 'accepted' | 'failed';
  attempts: number;
}

export interface EventRecord {
  event: StripeEvent;
  /** One for each webhook that is to have it, and one for each time it is sent again on request. */
  deliveries: Delivery[];
}

export interface EndpointRecord {
  endpoint: WebhookEndpoint;
  secret: string;
}

export interface IdempotentAnswer {
  key: string;
  path: string;
  params: string;
  createdSeconds: number;
  requestId: string;
  status: number;
  body: string;
}

/** As long as Stripe remembers, at least. */
export const IDEMPOTENCY_SECONDS = 24 * 3600;

/** The webhook this service was started with, which is no endpoint of the account: as with `stripe listen`. */
export const listenerId = 'listener';

/** Everything Stripe knows, in memory, and in one JSON file that `save` replaces as a whole. */
export class StripeStore {
  readonly products = new Map<string, Product>();
  readonly prices = new Map<string, Price>();
  readonly checkouts = new Map<string, CheckoutRecord>();
  readonly paymentIntents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly endpoints = new Map<string, EndpointRecord>();
  readonly events = new Map<string, EventRecord>();
  readonly idempotentAnswers = new Map<string, IdempotentAnswer>();
  /** Whether events wait until somebody releases them. */
  isHolding = false;

  /** Where the pages are, what is the account's default, and which events the listener wants: settings of this run, not kept. */
  pageOrigin = 'http://localhost';
  managesPayments = false;
  listenerEvents: readonly string[] = [];

  readonly #dir: string | undefined;
  #currentWrite: Promise<void> = Promise.resolve();
  #nextWrite: Promise<void> | undefined;

  private constructor(dir: string | undefined) {
    this.#dir = dir;
  }

  /** @param dir where the file is; without one, everything is gone with this process */
  static async open(dir: string | undefined, nowSeconds: number): Promise<StripeStore> {
    const store = new StripeStore(dir);
    if (dir === undefined) return store;
    await mkdir(dir, { recursive: true });
    const text = await readFile(fileIn(dir), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text !== undefined) store.#load(JSON.parse(text) as StoredState, nowSeconds);
    return store;
  }

  /** Resolves when everything changed so far is on disk. Changes made while a write runs share the next one. */
  save(): Promise<void> {
    const dir = this.#dir;
    if (dir === undefined) return Promise.resolve();
    this.#nextWrite ??= this.#currentWrite
      .catch(() => {}) // Whoever asked for that write was told.
      .then(() => {
        this.#nextWrite = undefined;
        // Never a half-written file: the new one takes the old one's place when it is complete and on disk.
        this.#currentWrite = writeDurably(fileIn(dir), JSON.stringify(this));
        return this.#currentWrite;
      });
    return this.#nextWrite;
  }

  toJSON() {
    return {
      products: [...this.products.values()],
      prices: [...this.prices.values()],
      checkouts: [...this.checkouts.values()],
      paymentIntents: [...this.paymentIntents.values()],
      charges: [...this.charges.values()],
      refunds: [...this.refunds.values()],
      disputes: [...this.disputes.values()],
      endpoints: [...this.endpoints.values()],
      events: [...this.events.values()],
      idempotentAnswers: [...this.idempotentAnswers.values()],
      isHolding: this.isHolding,
    };
  }

  #load(state: StoredState, nowSeconds: number): void {
    for (const product of state.products ?? []) this.products.set(product.id, product);
    for (const price of state.prices ?? []) this.prices.set(price.id, price);
    for (const checkout of state.checkouts ?? []) this.checkouts.set(checkout.session.id, checkout);
    for (const paymentIntent of state.paymentIntents ?? [])
      this.paymentIntents.set(paymentIntent.id, paymentIntent);
    for (const charge of state.charges ?? []) this.charges.set(charge.id, charge);
    for (const refund of state.refunds ?? []) this.refunds.set(refund.id, refund);
    for (const dispute of state.disputes ?? []) this.disputes.set(dispute.id, dispute);
    for (const record of state.endpoints ?? []) this.endpoints.set(record.endpoint.id, record);
    // Before there were deliveries, an event stood for itself. Whoever kept such a file has handled what is in it.
    for (const record of state.events ?? []) if (record.event) this.events.set(record.event.id, record);
    for (const answer of state.idempotentAnswers ?? []) {
      if (answer.createdSeconds + IDEMPOTENCY_SECONDS > nowSeconds)
        this.idempotentAnswers.set(answer.key, answer);
    }
    this.isHolding = state.isHolding ?? false;
  }
}

/** A file of an earlier version of this service lacks what came later. */
type StoredState = Partial<ReturnType<StripeStore['toJSON']>>;

/** The ids of the webhooks that want events of the type. */
export function receiversOf(store: StripeStore, type: string): string[] {
  const wants = (enabled: readonly string[]) => enabled.includes('*') || enabled.includes(type);
  return [
    ...(wants(store.listenerEvents) ? [listenerId] : []),
    ...[...store.endpoints.values()]
      .filter(({ endpoint }) => endpoint.status === 'enabled' && wants(endpoint.enabled_events))
      .map(({ endpoint }) => endpoint.id),
  ];
}

function fileIn(dir: string): string {
  return path.join(dir, 'stripe.json');
}
