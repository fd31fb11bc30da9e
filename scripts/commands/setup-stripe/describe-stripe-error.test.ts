import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { describeStripeError } from './describe-stripe-error.ts';

const raw = { message: 'Invalid API Key provided: sk_test_secret', type: 'api_error' } as const;
const { StripeAuthenticationError, StripePermissionError, StripeConnectionError } = Stripe.errors;

test.each([
  [new StripeAuthenticationError(raw), 'rejects the key'],
  [new StripePermissionError(raw), 'Checkout Sessions, Refunds, Credit Notes, Products'],
  [new StripeConnectionError(raw), 'could not be reached'],
  [
    Object.assign(new Error('x'), { name: 'ResourceNotFoundException' }),
    'A secret of the stack does not exist',
  ],
  [Object.assign(new Error('x'), { name: 'CredentialsProviderError' }), 'no AWS credentials'],
])('says what to do about %s, and never the key', (error, sentence) => {
  expect(describeStripeError(error)).toContain(sentence);
  expect(describeStripeError(error)).not.toContain('sk_test_secret');
});

test('mentions the local cloud when the fake does not answer', () => {
  expect(describeStripeError(new StripeConnectionError(raw), true)).toContain('The local cloud does not');
});
