import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { presentEvent } from './present-object.ts';
import type { StripeEvent } from './stripe-objects.ts';
import type { EventRecord, StripeStore } from './stripe-store.ts';

const RETRY_WAITS_SECONDS = [0.5, 1, 2, 5, 10, 30];
/** Stripe retries for three days. */
const RETRY_FOR_SECONDS = 3 * 24 * 3600;
const ANSWER_TIMEOUT_MS = 30_000;
const WARN_AFTER_ATTEMPTS = 4;

/** An event with the body and the `stripe-signature` that a webhook receives. */
export interface WebhookMessage {
  event: StripeEvent;
  body: string;
  signature: string;
}

/** A URL, or a function that refuses an event by throwing. */
export type Listener = { secret: string } & (
  | { url: string }
  | { onEvent: (message: WebhookMessage) => unknown }
);

/** The `stripe-signature` header. https://docs.stripe.com/webhooks#verify-manually */
function signWebhook(body: string, secret: string, nowSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${nowSeconds}.${body}`).digest('hex');
  return `t=${nowSeconds},v1=${signature}`;
}

/** Sends events until the webhook accepts them, in this process or in a later one. */
export class WebhookDeliveries {
  readonly #store: StripeStore;
  readonly #listener: Listener;
  readonly #now: () => number;
  readonly #stopping = new AbortController();
  readonly #running = new Map<EventRecord, Promise<void>>();

  constructor(store: StripeStore, listener: Listener, now: () => number) {
    this.#store = store;
    this.#listener = listener;
    this.#now = now;
  }

  /** Whether the listener is a function, so that callers can wait for it. */
  get hasFunctionListener(): boolean {
    return 'onEvent' in this.#listener;
  }

  /** Oldest first. Empty while deliveries are held. */
  findPending(): EventRecord[] {
    if (this.#store.isHolding) return [];
    return [...this.#store.events.values()].filter(
      (record) => record.delivery?.state === 'pending' && !this.#running.has(record),
    );
  }

  /** Starts to send events that are on disk. Waits for a listener that is a function, but not for a URL. */
  async deliver(pending: EventRecord[]): Promise<void> {
    for (const record of pending) this.#start(record, () => this.#deliver(record));
    if (this.hasFunctionListener) await Promise.all(pending.map((record) => this.#running.get(record)));
  }

  /** Like `deliver`, but waits for the first attempt of each event before it sends the next one. */
  async deliverInTurn(pending: EventRecord[]): Promise<void> {
    let turn: Promise<unknown> = Promise.resolve();
    for (const record of pending) {
      const before = turn;
      const first = Promise.withResolvers<void>();
      this.#start(record, async () => {
        await before;
        await this.#deliver(record, first.resolve);
        first.resolve();
      });
      turn = first.promise;
    }
    await turn;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running.values());
  }

  #start(record: EventRecord, deliver: () => Promise<void>): void {
    if (this.#running.has(record)) return;
    this.#running.set(
      record,
      deliver().finally(() => this.#running.delete(record)),
    );
  }

  async #deliver(record: EventRecord, onAttempt = () => {}): Promise<void> {
    const { event, delivery } = record;
    const { signal } = this.#stopping;
    while (delivery?.state === 'pending' && !signal.aborted && !this.#store.isHolding) {
      if (event.created + RETRY_FOR_SECONDS <= this.#now()) {
        delivery.state = 'failed';
        return this.#save();
      }
      delivery.attempts += 1;
      const refusal = await this.#send(record);
      if (refusal === undefined) {
        delivery.state = 'accepted';
        await this.#save();
      }
      onAttempt();
      // A listener that is a function gets its next attempt with the next change, not by a timer.
      if (refusal === undefined || this.hasFunctionListener) return;
      if (delivery.attempts === WARN_AFTER_ATTEMPTS) {
        console.warn(`stripe: the webhook does not accept ${event.type} (${refusal}). Retrying.`);
      }
      const waitSeconds = RETRY_WAITS_SECONDS[delivery.attempts - 1] ?? RETRY_WAITS_SECONDS.at(-1) ?? 0;
      await wait(waitSeconds * 1000, undefined, { signal }).catch(() => {});
    }
  }

  /** @returns why the webhook refused the event; undefined when it accepted */
  async #send(record: EventRecord): Promise<string | undefined> {
    const receiver = this.#listener;
    const event = presentEvent(record);
    const body = JSON.stringify(event, null, 2);
    // The receiver compares the timestamp with the real clock, not with the clock of the account.
    const signature = signWebhook(body, receiver.secret, Math.floor(Date.now() / 1000));
    try {
      if (!('url' in receiver)) {
        await receiver.onEvent({ event, body, signature });
        return undefined;
      }
      const answer = await fetch(receiver.url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok ? undefined : `status ${answer.status}`;
    } catch (error) {
      return String(error);
    }
  }

  #save(): Promise<void> {
    return this.#store
      .save()
      .catch((error: unknown) => console.error('stripe: could not save a delivery', error));
  }
}
