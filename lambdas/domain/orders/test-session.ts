import type Stripe from 'stripe';

export const siteId = 'us-east-1_Pool';

/** A paid checkout of this site at Stripe, as `paidOrder` stores it. */
export const paidSession = {
  id: 'cs_1',
  mode: 'payment',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 4900,
  currency: 'usd',
  created: Date.parse('2026-11-23T10:00:00.000Z') / 1000,
  client_reference_id: 'user-1',
  metadata: { site: siteId, userId: 'user-1', priceId: 'price_1', termsVersion: '2025-06-13' },
  payment_intent: { id: 'pi_1', status: 'succeeded', latest_charge: { amount_refunded: 0, refunded: false } },
} as unknown as Stripe.Checkout.Session;
