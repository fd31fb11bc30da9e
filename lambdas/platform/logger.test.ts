import { MessageRejected } from '@aws-sdk/client-sesv2';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { describeError } from './logger.ts';

test('logs the message of our own errors', () => {
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
])('logs only the kind and id of an error of %s, never the content of the request', (_, error, kept) => {
  const described = describeError(error);
  expect(described).toMatchObject(kept);
  expect(described.frames).not.toEqual([]);
  expect(JSON.stringify(described)).not.toContain('ana@example.test');
});

test('logs only the type of a thrown value that is not an error', () => {
  expect(describeError('ana@example.test')).toEqual({ name: 'string' });
});
