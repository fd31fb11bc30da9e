import { createHmac } from 'node:crypto';
import type { StripeEvent } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

const RETRY_WAITS_SECONDS = [0.5, 1, 2, 5, 10, 30];
/** As long as Stripe tries. */
const RETRY_FOR_SECONDS = 3 * 24 * 3600;
const ANSWER_TIMEOUT_MS = 30_000;
const TOLD_AFTER_ATTEMPTS = 4;

/** The `stripe-signature` header. https://docs.stripe.com/webhooks#verify-manually */
export function signWebhook(body: string, secret: string, nowSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${nowSeconds}.${body}`).digest('hex');
  return `t=${nowSeconds},v1=${signature}`;
}

/** Sends events until the webhook accepts them, in this process or in a later one. */
export class WebhookDeliveries {
  readonly #store: StripeStore;
  readonly #url: string;
  readonly #secret: string;
  readonly #stopping = new AbortController();
  readonly #deliveries = new Map<string, Promise<void>>();

  constructor(store: StripeStore, url: string, secret: string) {
    this.#store = store;
    this.#url = url;
    this.#secret = secret;
  }

  findPending(): StripeEvent[] {
    return [...this.#store.events.values()].filter(({ pending_webhooks }) => pending_webhooks > 0);
  }

  /** Starts sending those of the events that are not being sent already. They must be on disk. */
  deliver(events: StripeEvent[]): void {
    for (const event of events) {
      if (event.pending_webhooks === 0 || this.#deliveries.has(event.id) || this.#stopping.signal.aborted)
        continue;
      const delivery = this.#deliver(event).finally(() => this.#deliveries.delete(event.id));
      this.#deliveries.set(event.id, delivery);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#deliveries.values());
  }

  async #deliver(event: StripeEvent): Promise<void> {
    for (let attempt = 1; event.created + RETRY_FOR_SECONDS > nowInSeconds(); attempt += 1) {
      const refusal = await this.#send(event);
      if (refusal === undefined) {
        event.pending_webhooks = 0;
        await this.#store.save().catch((error: unknown) => console.error('stripe: cannot save', error));
        return;
      }
      if (attempt === TOLD_AFTER_ATTEMPTS) {
        console.warn(`stripe: ${this.#url} does not accept ${event.type} (${refusal}). Trying on.`);
      }
      const waitSeconds = RETRY_WAITS_SECONDS[attempt - 1] ?? RETRY_WAITS_SECONDS.at(-1) ?? 0;
      if (!(await this.#wait(waitSeconds))) return;
    }
  }

  /** Why the webhook did not accept the event, or nothing when it did. */
  async #send(event: StripeEvent): Promise<string | undefined> {
    const body = JSON.stringify(event, null, 2);
    try {
      const answer = await fetch(this.#url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signWebhook(body, this.#secret, nowInSeconds()),
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

  /** False when the service stops instead. */
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

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
