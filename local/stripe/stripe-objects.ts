import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

export type Session = Stripe.Checkout.Session;
export type PaymentIntent = Stripe.PaymentIntent;
export type Charge = Stripe.Charge;
export type Refund = Stripe.Refund;
export type Product = Stripe.Product;

/** On the wire decimals are strings; the SDK makes its own class of them. */
export type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Session | Charge; previous_attributes?: Partial<Charge> };
  livemode: false;
  /** 1 until our webhook has accepted the event, then 0. */
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: 'checkout.session.completed' | 'checkout.session.expired' | 'charge.refunded';
}

export function createId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
