import { MessageRejected } from '@aws-sdk/client-sesv2';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { describeError } from './logger.ts';

test('of our own errors the message is kept', () => {
  expect(describeError(new TypeError('of undefined'))).toMatchObject({
    name: 'TypeError',
    message: 'of undefined',
  });
});

test.each([
  [
    'AWS',
    new MessageRejected({ $metadata: { requestId: 'req-1' }, message: 'Not verified: ana@example.test' }),
    { name: 'MessageRejected', requestId: 'req-1' },
  ],
  [
    'Stripe',
    new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: 'Invalid email address: ana@example.test',
      code: 'email_invalid',
      requestId: 'req_2',
    }),
    { code: 'email_invalid', requestId: 'req_2' },
  ],
])('of an error of %s only what finds it in their logs, never what we had sent', (_, error, kept) => {
  const described = describeError(error);
  expect(described).toMatchObject(kept);
  expect(described.frames).not.toEqual([]);
  expect(JSON.stringify(described)).not.toContain('ana@example.test');
});

test('what was thrown and is no error is named by its type alone', () => {
  expect(describeError('ana@example.test')).toEqual({ name: 'string' });
});
