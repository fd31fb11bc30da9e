import { type ApiContext, type ApiRequest, operate } from './api-operations.ts';
import { decodeForm } from './form-encoding.ts';
import type { IdempotencyKeys, StoredAnswer } from './idempotency.ts';
import { formatError, StripeError } from './stripe-error.ts';
import { createId, currentApiVersion } from './stripe-objects.ts';

export interface HttpRequest {
  method: string;
  path: string;
  /** Without the question mark. */
  search: string;
  /** Names are lowercase. */
  headers: { authorization?: string; 'idempotency-key'?: string; 'stripe-version'?: string };
  body: string;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface ApiService extends ApiContext {
  idempotencyKeys: IdempotencyKeys;
  nowSeconds(): number;
  /** Saves all changes and starts to send their events. Await it before a response that shows a change. */
  commit(): Promise<void>;
}

/** Answers a request to `/v1/…`. An exception is a bug of the fake. */
export async function answerApi(http: HttpRequest, service: ApiService): Promise<HttpAnswer> {
  const request: ApiRequest = {
    method: http.method,
    path: http.path,
    params: decodeForm(http.method === 'POST' ? http.body : http.search),
    requestId: createId('req'),
    apiVersion: http.headers['stripe-version'] ?? currentApiVersion,
    idempotencyKey: http.headers['idempotency-key'] || null,
    nowSeconds: service.nowSeconds(),
  };
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'request-id': request.requestId,
    'stripe-version': request.apiVersion,
  };
  if (request.idempotencyKey) headers['idempotency-key'] = request.idempotencyKey;
  try {
    checkApiKey(http.headers.authorization);
    const answer = await answerOnce(request, http.body, service);
    if (answer.requestId !== request.requestId) {
      headers['idempotent-replayed'] = 'true';
      headers['original-request'] = answer.requestId;
    }
    return { status: answer.status, headers, body: answer.body };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { status: error.status, headers, body: formatError(error) };
  }
}

async function answerOnce(request: ApiRequest, body: string, service: ApiService): Promise<StoredAnswer> {
  const act = () => answerOperation(request, service);
  if (request.method === 'GET') return act();
  if (request.method !== 'POST' || request.idempotencyKey === null) {
    const answer = act();
    await service.commit();
    return answer;
  }
  const params = new URLSearchParams(body);
  params.sort();
  const keyed = { key: request.idempotencyKey, path: request.path, params: params.toString() };
  return service.idempotencyKeys.run(keyed, request.nowSeconds, act, () => service.commit());
}

/** Errors that are outcomes of valid parameters, so Stripe stores them with the idempotency key. */
const outcomes: unknown[] = ['charge_already_refunded', 'charge_disputed'];

function answerOperation(request: ApiRequest, service: ApiService): StoredAnswer {
  const { requestId } = request;
  try {
    return { requestId, status: 200, body: JSON.stringify(operate(request, service)) };
  } catch (error) {
    if (error instanceof StripeError && outcomes.includes(error.code)) {
      return { requestId, status: error.status, body: formatError(error) };
    }
    throw error;
  }
}

/** @throws StripeError 401 unless the key is a secret test key */
function checkApiKey(authorization = ''): void {
  const [, key = ''] = /^Bearer (.+)$/.exec(authorization) ?? [];
  if (key.startsWith('sk_test_')) return;
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
  throw new StripeError(401, message);
}
