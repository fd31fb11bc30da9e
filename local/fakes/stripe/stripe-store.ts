import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere } from '../../files/read-if-there.ts';
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

export interface EventRecord {
  event: StripeEvent;
  /** Missing if the webhook does not receive events of this type. `failed` when Stripe gives up. */
  delivery?: { state: 'pending' | 'accepted' | 'failed'; attempts: number };
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

const kinds = [
  ...(['products', 'prices', 'checkouts', 'paymentIntents', 'charges', 'refunds', 'disputes'] as const),
  ...(['endpoints', 'events', 'idempotentAnswers', 'invoices', 'creditNotes', 'taxRegistrations'] as const),
];

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

  /**
   * @param dir the folder of the file; without it, the account is lost with the process
   * @throws Error one sentence for people, when another version of the local cloud wrote the file
   */
  static async open(dir: string | undefined, nowSeconds: number): Promise<StripeStore> {
    const store = new StripeStore(dir);
    if (dir === undefined) return store;
    await mkdir(dir, { recursive: true });
    const text = await readIfThere(fileIn(dir));
    if (text !== null) store.#load(JSON.parse(text), nowSeconds);
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
    const { taxSettings, isHolding } = this;
    const lists = kinds.map((kind) => [kind, [...this[kind].values()]]);
    return { ...Object.fromEntries(lists), taxSettings, isHolding };
  }

  #load(state: ReturnType<StripeStore['toJSON']>, nowSeconds: number): void {
    for (const kind of kinds) {
      const objects: Map<string, unknown> = this[kind];
      if (!Array.isArray(state[kind]))
        throw new Error(
          `The data of the local Stripe has no list of ${kind}. Delete the local data with: npm start -- --reset`,
        );
      for (const object of state[kind]) objects.set(idOf(object), object);
    }
    for (const [key, { createdSeconds }] of this.idempotentAnswers) {
      if (createdSeconds + IDEMPOTENCY_SECONDS <= nowSeconds) this.idempotentAnswers.delete(key);
    }
    this.taxSettings = state.taxSettings;
    this.isHolding = state.isHolding;
  }
}

interface Stored {
  id?: string;
  key?: string;
  session?: { id: string };
  endpoint?: { id: string };
  event?: { id: string };
}

const idOf = ({ id, key, session, endpoint, event }: Stored): string =>
  id ?? key ?? (session ?? endpoint ?? event)?.id ?? '';

function fileIn(dir: string): string {
  return path.join(dir, 'stripe.json');
}
