import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../write-durably.ts';
import type { Charge, LineItem, PaymentIntent, Refund, Session, StripeEvent } from './stripe-objects.ts';

export interface CheckoutRecord {
  session: Session;
  lineItems: LineItem[];
  /** `payment_intent_data[metadata]`, kept until there is a payment to give it to. */
  paymentMetadata: Record<string, string>;
  /** The version the session was created with: events that no request causes are told in it. */
  apiVersion: string;
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

/** Everything Stripe knows, in memory, and in one JSON file that `save` replaces as a whole. */
export class StripeStore {
  readonly checkouts = new Map<string, CheckoutRecord>();
  readonly paymentIntents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly events = new Map<string, StripeEvent>();
  readonly idempotentAnswers = new Map<string, IdempotentAnswer>();
  readonly #dir: string;
  #currentWrite: Promise<void> = Promise.resolve();
  #nextWrite: Promise<void> | undefined;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  static async open(dir: string, nowSeconds: number): Promise<StripeStore> {
    await mkdir(dir, { recursive: true });
    const store = new StripeStore(dir);
    const text = await readFile(store.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text !== undefined) store.#load(JSON.parse(text) as ReturnType<StripeStore['toJSON']>, nowSeconds);
    return store;
  }

  /** Resolves when everything changed so far is on disk. Changes made while a write runs share the next one. */
  save(): Promise<void> {
    this.#nextWrite ??= this.#currentWrite
      .catch(() => {}) // Whoever asked for that write was told.
      .then(() => {
        this.#nextWrite = undefined;
        this.#currentWrite = this.#write();
        return this.#currentWrite;
      });
    return this.#nextWrite;
  }

  toJSON() {
    return {
      checkouts: [...this.checkouts.values()],
      paymentIntents: [...this.paymentIntents.values()],
      charges: [...this.charges.values()],
      refunds: [...this.refunds.values()],
      events: [...this.events.values()],
      idempotentAnswers: [...this.idempotentAnswers.values()],
    };
  }

  get #file(): string {
    return path.join(this.#dir, 'stripe.json');
  }

  #load(state: ReturnType<StripeStore['toJSON']>, nowSeconds: number): void {
    for (const checkout of state.checkouts) this.checkouts.set(checkout.session.id, checkout);
    for (const paymentIntent of state.paymentIntents)
      this.paymentIntents.set(paymentIntent.id, paymentIntent);
    for (const charge of state.charges) this.charges.set(charge.id, charge);
    for (const refund of state.refunds) this.refunds.set(refund.id, refund);
    for (const event of state.events) this.events.set(event.id, event);
    for (const answer of state.idempotentAnswers) {
      if (answer.createdSeconds + IDEMPOTENCY_SECONDS > nowSeconds)
        this.idempotentAnswers.set(answer.key, answer);
    }
  }

  /** Never a half-written file: the new one takes the old one's place when it is complete and on disk. */
  #write(): Promise<void> {
    return writeDurably(this.#file, JSON.stringify(this));
  }
}
