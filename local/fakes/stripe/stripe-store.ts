import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../../files/write-durably.ts';
import type {
  Address,
  Charge,
  CreditNote,
  Dispute,
  Invoice,
  LineItem,
  PaymentIntent,
  Price,
  Product,
  Refund,
  Session,
  StripeEvent,
  TaxId,
  TaxRegistration,
  TaxSettings,
  WebhookEndpoint,
} from './stripe-objects.ts';

export interface Buyer {
  email: string;
  address: Address | null;
  businessName: string | null;
  taxId: TaxId | null;
}

/** The sum of a line item stays the same if its price is `inclusive`, and grows if it is `exclusive`. */
export type AppliedBehavior = 'inclusive' | 'exclusive';

export interface CheckoutRecord {
  session: Session;
  lineItems: LineItem[];
  /** `payment_intent_data[metadata]`, for the payment intent that the first attempt to pay creates. */
  paymentMetadata: Record<string, string>;
  /** In the order of the line items; undefined without automatic tax. */
  taxBehaviors?: AppliedBehavior[];
  /** The rule of the last calculation. */
  taxRule?: TaxRule;
  /** The buyer of the last attempt to pay, or of the last details that were entered. */
  buyer?: Buyer;
  /** The API version of the request that created the session, for events without a request. */
  apiVersion: string;
}

export interface TaxRule {
  percentage: number;
  reason: 'not_collecting' | 'reverse_charge' | 'standard_rated';
}

export interface Delivery {
  /** The id of a webhook endpoint, or `listenerId`. */
  endpointId: string;
  /** `failed` when Stripe gives up. */
  state: 'pending' | 'accepted' | 'failed';
  attempts: number;
}

export interface EventRecord {
  event: StripeEvent;
  /** One per webhook, plus one per webhook for each resend. */
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

/** The minimum that Stripe documents. */
export const IDEMPOTENCY_SECONDS = 24 * 3600;

/** The listener of the start options, which is not an endpoint of the account. */
export const listenerId = 'listener';

/** The account, in memory and in one JSON file that `save` replaces. */
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
  readonly invoices = new Map<string, Invoice>();
  readonly creditNotes = new Map<string, CreditNote>();
  readonly taxRegistrations = new Map<string, TaxRegistration>();
  /** Without the status, which `presentTaxSettings` derives. */
  taxSettings: Omit<TaxSettings, 'status' | 'status_details'> = {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: null, tax_code: null },
    head_office: null,
    livemode: false,
  };
  /** Whether deliveries are held until `release`. */
  isHolding = false;

  /** The secret of the account that signs links to invoices. */
  linkKey = randomBytes(32).toString('hex');
  /** Whether the file is missing, or was written by an earlier version without tax settings. */
  isNewForTax = true;

  /** Settings of this process, which are not stored. */
  nowSeconds = () => Math.floor(Date.now() / 1000);
  pageOrigin = 'http://localhost';
  managesPayments = false;
  listenerEvents: readonly string[] = [];

  readonly #dir: string | undefined;
  #currentWrite: Promise<void> = Promise.resolve();
  #nextWrite: Promise<void> | undefined;

  private constructor(dir: string | undefined) {
    this.#dir = dir;
  }

  /** @param dir the folder of the file; without it, the account is lost with the process */
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

  /** Resolves when all changes so far are on disk. Changes during a write share the next write. */
  save(): Promise<void> {
    const dir = this.#dir;
    if (dir === undefined) return Promise.resolve();
    this.#nextWrite ??= this.#currentWrite
      .catch(() => {}) // The caller of that write handles the error.
      .then(() => {
        this.#nextWrite = undefined;
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
      invoices: [...this.invoices.values()],
      creditNotes: [...this.creditNotes.values()],
      linkKey: this.linkKey,
      taxRegistrations: [...this.taxRegistrations.values()],
      taxSettings: this.taxSettings,
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
    // Files of earlier versions have events without deliveries, which were handled long ago.
    for (const record of state.events ?? []) if (record.event) this.events.set(record.event.id, record);
    for (const answer of state.idempotentAnswers ?? []) {
      if (answer.createdSeconds + IDEMPOTENCY_SECONDS > nowSeconds)
        this.idempotentAnswers.set(answer.key, answer);
    }
    for (const invoice of state.invoices ?? []) this.invoices.set(invoice.id, invoice);
    for (const note of state.creditNotes ?? []) this.creditNotes.set(note.id, note);
    this.linkKey = state.linkKey ?? this.linkKey;
    for (const each of state.taxRegistrations ?? []) this.taxRegistrations.set(each.id, each);
    if (state.taxSettings) {
      this.taxSettings = state.taxSettings;
      this.isNewForTax = false;
    }
    this.isHolding = state.isHolding ?? false;
  }
}

/** A file of an earlier version lacks newer fields. */
type StoredState = Partial<ReturnType<StripeStore['toJSON']>>;

/** The ids of the webhooks that are subscribed to the type. */
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
