import { createHmac } from 'node:crypto';
import { presentEvent } from './present-object.ts';
import type { StripeEvent } from './stripe-objects.ts';
import { type Delivery, type EventRecord, listenerId, type StripeStore } from './stripe-store.ts';

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

interface PendingDelivery {
  record: EventRecord;
  delivery: Delivery;
}

/** The `stripe-signature` header. https://docs.stripe.com/webhooks#verify-manually */
function signWebhook(body: string, secret: string, nowSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${nowSeconds}.${body}`).digest('hex');
  return `t=${nowSeconds},v1=${signature}`;
}

/** Sends events until the webhooks accept them, in this process or in a later one. */
export class WebhookDeliveries {
  readonly #store: StripeStore;
  readonly #listener: Listener;
  readonly #now: () => number;
  readonly #stopping = new AbortController();
  readonly #running = new Map<Delivery, Promise<void>>();

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
  findPending(): PendingDelivery[] {
    if (this.#store.isHolding) return [];
    return [...this.#store.events.values()].flatMap((record) =>
      record.deliveries
        .filter((delivery) => delivery.state === 'pending' && !this.#running.has(delivery))
        .map((delivery) => ({ record, delivery })),
    );
  }

  /**
   * Starts to send deliveries that are on disk. Waits for a listener that is a function, but not for webhooks
   * with a URL.
   */
  async deliver(pending: PendingDelivery[]): Promise<void> {
    for (const each of pending) this.#start(each, () => this.#deliver(each));
    if (!this.hasFunctionListener) return;
    const here = pending.filter(({ delivery }) => delivery.endpointId === listenerId);
    await Promise.all(here.map(({ delivery }) => this.#running.get(delivery)));
  }

  /** Like `deliver`, but waits for the first attempt of each delivery before it sends the next one. */
  async deliverInTurn(pending: PendingDelivery[]): Promise<void> {
    let turn: Promise<unknown> = Promise.resolve();
    for (const each of pending) {
      const before = turn;
      const first = Promise.withResolvers<void>();
      this.#start(each, async () => {
        await before;
        await this.#deliver(each, first.resolve);
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

  #start({ delivery }: PendingDelivery, deliver: () => Promise<void>): void {
    if (this.#running.has(delivery)) return;
    this.#running.set(
      delivery,
      deliver().finally(() => this.#running.delete(delivery)),
    );
  }

  async #deliver({ record, delivery }: PendingDelivery, onAttempt = () => {}): Promise<void> {
    for (;;) {
      if (this.#stopping.signal.aborted || this.#store.isHolding || delivery.state !== 'pending') return;
      const receiver = this.#findReceiver(delivery);
      if (!receiver || record.event.created + RETRY_FOR_SECONDS <= this.#now()) {
        delivery.state = 'failed';
        await this.#save();
        return;
      }
      delivery.attempts += 1;
      const refusal = await this.#send(record, receiver);
      if (refusal === undefined) {
        delivery.state = 'accepted';
        await this.#save();
      }
      onAttempt();
      // A listener that is a function gets its next attempt with the next change, not by a timer.
      if (refusal === undefined || !('url' in receiver)) return;
      if (delivery.attempts === WARN_AFTER_ATTEMPTS) {
        console.warn(`stripe: ${receiver.url} does not accept ${record.event.type} (${refusal}). Retrying.`);
      }
      const waitSeconds = RETRY_WAITS_SECONDS[delivery.attempts - 1] ?? RETRY_WAITS_SECONDS.at(-1) ?? 0;
      if (!(await this.#wait(waitSeconds))) return;
    }
  }

  /** @returns undefined for an endpoint that was deleted or disabled */
  #findReceiver({ endpointId }: Delivery): Listener | undefined {
    if (endpointId === listenerId) return this.#listener;
    const found = this.#store.endpoints.get(endpointId);
    return found?.endpoint.status === 'enabled'
      ? { url: found.endpoint.url, secret: found.secret }
      : undefined;
  }

  /** @returns why the webhook refused the event; undefined when it accepted */
  async #send(record: EventRecord, receiver: Listener): Promise<string | undefined> {
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

  /** @returns false when the service stops during the wait */
  #wait(seconds: number): Promise<boolean> {
    const { signal } = this.#stopping;
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(false);
      const stop = () => {
        clearTimeout(timer);
        resolve(false);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve(true);
      }, seconds * 1000);
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}
