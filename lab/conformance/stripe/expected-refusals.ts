import type { StripeExchange } from '../../../test/stripe-api/stripe-recorder.ts';

/**
 * The refusals that our code handles, by operation, each with its status, type, and code or beginning of the message.
 * Stripe documents the codes, but few messages: https://docs.stripe.com/error-codes and https://docs.stripe.com/api/errors
 */
export const expectedRefusals: Record<string, string[]> = {
  // After a change from test to live, reconciling starts again. `setup:stripe` and the doctor explain a wrong key.
  'GET /v1/checkout/sessions': [
    '400 invalid_request_error resource_missing',
    '401 invalid_request_error Invalid API Key provided',
  ],
  'GET /v1/events': ['400 invalid_request_error resource_missing'],
  // The page after a checkout may send any id.
  'GET /v1/checkout/sessions/:id': ['404 invalid_request_error resource_missing'],
  // A session that is not open, or unknown.
  'POST /v1/checkout/sessions/:id/expire': [
    '400 invalid_request_error Only Checkout Sessions with a status in ["open"] can be expired',
    '404 invalid_request_error resource_missing',
  ],
  // Managed Payments without a tax code, which the doctor reports. The message is our own.
  'POST /v1/checkout/sessions': [
    '400 invalid_request_error Managed Payments needs an eligible tax code for each product',
  ],
  // A price that the doctor does not find.
  'GET /v1/prices/:id': ['404 invalid_request_error resource_missing'],
  // A payment that was refunded or disputed, an idempotency key that was used for another amount, and an amount that
  // is too large, which has no code: https://github.com/edx/commerce-coordinator/pull/360
  'POST /v1/refunds': [
    '400 idempotency_error Keys for idempotent requests can only be used with the same parameters they were first used with',
    '400 invalid_request_error charge_already_refunded',
    '400 invalid_request_error charge_disputed',
    '400 invalid_request_error Refund amount',
  ],
};

export function describeRefusal({ status, answer }: Pick<StripeExchange, 'status' | 'answer'>): string {
  const { error } = answer as { error: { type: string; code?: string; message: string } };
  // Many refusals have no code. The beginning of the message distinguishes them.
  return `${status} ${error.type} ${error.code ?? error.message.split(/[,.:(]/)[0]?.trim()}`;
}
