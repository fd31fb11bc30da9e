import type { openStripe } from '../../local/fakes/stripe/open-stripe.ts';
import type { StripeRequest } from './check-stripe-request.ts';

/** A request that the real SDK sent for our code, and the answer of our fake. */
export interface StripeExchange extends StripeRequest {
  status: number;
  answer: unknown;
}

export type Fetch = Awaited<ReturnType<typeof openStripe>>['fetch'];

export interface Recorder {
  exchanges: StripeExchange[];
  /** Returns a fetch that records what it sends and gets. */
  record(fetch: Fetch): Fetch;
}

export function stripeRecorder(): Recorder {
  const exchanges: StripeExchange[] = [];
  return {
    exchanges,
    record: (fetch) => async (address, init) => {
      const request = new Request(address, init);
      const { method, url } = request;
      const body = await request.text();
      const answer = await fetch(address, init);
      const { pathname, search } = new URL(url);
      const { status } = answer;
      exchanges.push({
        ...{ method, path: pathname, search: search.slice(1), body, status },
        answer: await answer.clone().json(),
      });
      return answer;
    },
  };
}
