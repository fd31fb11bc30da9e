import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { settledSessionId } from './checkout-events.ts';

const event = (type: string) => ({ type, data: { object: { id: 'cs_1' } } }) as Stripe.Event;

test.each(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])(
  '%s may have settled a checkout',
  (type) => {
    expect(settledSessionId(event(type))).toBe('cs_1');
  },
);

test.each([
  'checkout.session.expired',
  'checkout.session.async_payment_failed',
  'payment_intent.succeeded',
  'customer.created',
  'something.new',
])('%s settles none', (type) => {
  expect(settledSessionId(event(type))).toBeUndefined();
});
