import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { stripeEventTypes } from '../../../contract/events/stripe-events.ts';
import { paymentSubject, subjectKey } from './payment-subject.ts';

const event = (type: string, object: object = { id: 'cs_1', payment_intent: 'pi_1' }) =>
  ({ type, data: { object } }) as Stripe.Event;

test.each(stripeEventTypes.filter((type) => !type.startsWith('credit_note.')))(
  'finds the subject of %s',
  (type) => {
    const subject = type.startsWith('checkout.') ? { sessionId: 'cs_1' } : { paymentIntentId: 'pi_1' };
    expect(paymentSubject(event(type))).toEqual(subject);
  },
);

test('reads the id of a complete payment object', () => {
  const object = { id: 'ch_1', payment_intent: { id: 'pi_2' } };
  expect(paymentSubject(event('charge.refunded', object))).toEqual({ paymentIntentId: 'pi_2' });
});

test('ignores a charge without a checkout', () => {
  expect(paymentSubject(event('charge.refunded', { id: 'ch_1', payment_intent: null }))).toBeUndefined();
});

test.each(['credit_note.created', 'credit_note.voided'])('finds the refund of %s', (type) => {
  const about = (...refunds: object[]) => paymentSubject(event(type, { id: 'cn_1', refunds }));
  expect(about({ refund: 're_1' })).toEqual({ refundId: 're_1' });
  expect(about({ refund: { id: 're_1' } })).toEqual({ refundId: 're_1' });
  expect(about()).toBeUndefined();
});

test('identifies a checkout or a payment by its id', () => {
  expect(subjectKey({ sessionId: 'cs_1' })).toBe('cs_1');
  expect(subjectKey({ paymentIntentId: 'pi_1' })).toBe('pi_1');
  expect(subjectKey({ refundId: 're_1' })).toBe('re_1');
});

test.each(['payment_intent.succeeded', 'customer.created', 'something.new'])('ignores %s', (type) => {
  expect(paymentSubject(event(type))).toBeUndefined();
});
