import type Stripe from 'stripe';

/** Without `string`, which the SDK adds for unknown codes. */
type Known<Code> = Code extends string ? (string extends Code ? never : Code) : never;
/** https://docs.stripe.com/error-codes */
type StripeErrorCode = Known<Stripe.PaymentIntent.LastPaymentError['code']>;

/** An error response of the API. The SDK converts it to its own error classes. */
export class StripeError extends Error {
  readonly status: number;
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly code: StripeErrorCode | undefined;
  readonly param: string | undefined;

  constructor(
    status: number,
    message: string,
    details: { type?: StripeError['type']; code?: StripeErrorCode; param?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.type = details.type ?? 'invalid_request_error';
    this.code = details.code;
    this.param = details.param;
  }
}

export function invalidRequest(message: string, param?: string, code?: StripeErrorCode): StripeError {
  return new StripeError(400, message, { param, code });
}

export function missingParameter(param: string): StripeError {
  return invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing');
}

/** Status 404 for an id in the URL, 400 for an id in a parameter. */
export function resourceMissing(kind: string, id: string, param?: string): StripeError {
  const status = param === undefined ? 404 : 400;
  return new StripeError(status, `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
  });
}

export function formatError({ message, type, code, param }: StripeError): string {
  const docUrl = code && `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
  return JSON.stringify({ error: { code, doc_url: docUrl, message, param, type } });
}
