import { StripeError } from './stripe-error.ts';
import { IDEMPOTENCY_SECONDS, type IdempotentAnswer } from './stripe-store.ts';

export interface KeyedRequest {
  key: string;
  path: string;
  /** Serializes with sorted keys, so that equal requests are equal strings. */
  params: string;
}

export type StoredAnswer = Pick<IdempotentAnswer, 'requestId' | 'status' | 'body'>;

/**
 * Requests with the same key run once, and get the same response.
 * https://docs.stripe.com/api/idempotent_requests
 */
export class IdempotencyKeys {
  readonly #answers: Map<string, IdempotentAnswer>;
  readonly #inProgress = new Set<string>();

  constructor(answers: Map<string, IdempotentAnswer>) {
    this.#answers = answers;
  }

  /**
   * @param act runs the operation. If it throws, nothing is stored, and the key can be used again.
   * @param save stores the answer together with the changes
   * @throws StripeError idempotency_error for other parameters, idempotency_key_in_use during the first
   * request
   */
  async run(
    request: KeyedRequest,
    nowSeconds: number,
    act: () => StoredAnswer,
    save: () => Promise<void>,
  ): Promise<StoredAnswer & { isReplay: boolean }> {
    const { key, path, params } = request;
    if (key.length > 255) {
      throw new StripeError(400, 'Idempotency keys can have up to 255 characters.', {
        type: 'idempotency_error',
      });
    }
    if (this.#inProgress.has(key)) {
      throw new StripeError(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        { type: 'idempotency_error', code: 'idempotency_key_in_use' },
      );
    }
    const earlier = this.#answers.get(key);
    if (earlier && earlier.createdSeconds + IDEMPOTENCY_SECONDS > nowSeconds) {
      if (earlier.path !== path)
        throw differs(`for the same endpoint they were first used for ('${earlier.path}')`, key);
      if (earlier.params !== params) throw differs('with the same parameters they were first used with', key);
      return { ...earlier, isReplay: true };
    }
    this.#inProgress.add(key);
    try {
      const answer = act();
      this.#answers.set(key, { key, path, params, createdSeconds: nowSeconds, ...answer });
      await save();
      return { ...answer, isReplay: false };
    } finally {
      this.#inProgress.delete(key);
    }
  }
}

function differs(rule: string, key: string): StripeError {
  return new StripeError(
    400,
    `Keys for idempotent requests can only be used ${rule}. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );
}
