import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

/**
 * The API version that the Stripe SDK uses; the compiler rejects another one. It is repeated here
 * because loading the SDK takes a tenth of a second.
 */
export const currentApiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive';

export type Session = Stripe.Checkout.Session;
export type PaymentIntent = Stripe.PaymentIntent;
export type Charge = Stripe.Charge;
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute;
export type Product = Stripe.Product;
export type WebhookEndpoint = Stripe.WebhookEndpoint;
export type Address = Stripe.Address;
export type TaxId = Stripe.Checkout.Session.CustomerDetails.TaxId;
export type TaxSettings = Stripe.Tax.Settings;
export type TaxRegistration = Stripe.Tax.Registration;

/** The API sends decimals as strings. The SDK converts them to a class. */
export type Price = Omit<Stripe.Price, 'unit_amount_decimal' | 'currency_options' | 'tax_behavior'> & {
  unit_amount_decimal: string;
  /** The options without the currency of the price itself. The API returns them only on request. */
  currency_options?: Record<string, CurrencyOption>;
  tax_behavior: TaxBehavior | null;
};
export type CurrencyOption = Omit<Stripe.Price.CurrencyOptions, 'unit_amount_decimal' | 'tax_behavior'> & {
  unit_amount_decimal: string;
  tax_behavior: TaxBehavior;
};
export type TaxBehavior = 'exclusive' | 'inclusive' | 'unspecified';
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };

/** The invoice without the links, which `presentObject` adds. */
export type Invoice = Omit<Stripe.Invoice, 'lines' | 'hosted_invoice_url' | 'invoice_pdf'> & {
  lines: { object: 'list'; data: InvoiceLine[]; has_more: boolean; url: string };
};
export type InvoiceLine = Omit<Stripe.InvoiceLineItem, 'pricing' | 'quantity_decimal'> & {
  pricing: object;
  quantity_decimal: string;
};
/** The credit note without the link to its PDF, which `presentObject` adds. */
export type CreditNote = Omit<Stripe.CreditNote, 'lines' | 'pdf' | 'invoice'> & {
  invoice: string;
  lines: { object: 'list'; data: CreditNoteLine[]; has_more: boolean; url: string };
};
export type CreditNoteLine = Omit<
  Stripe.CreditNoteLineItem,
  'invoice_line_item' | 'taxes' | 'unit_amount_decimal'
> & { invoice_line_item: string; taxes: InvoiceTax[]; unit_amount_decimal: string | null };
export type InvoiceTax = Stripe.InvoiceLineItem.Tax;

/** The object of an event. */
export type Subject = Session | PaymentIntent | Charge | Refund | Dispute | CreditNote;

export type EventType =
  | `checkout.session.${'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed'}`
  | `payment_intent.${'created' | 'processing' | 'succeeded' | 'payment_failed' | 'canceled'}`
  | `charge.${'pending' | 'succeeded' | 'failed' | 'refunded'}`
  | 'charge.refund.updated'
  | `credit_note.${'created' | 'voided'}`
  | `refund.${'created' | 'updated' | 'failed'}`
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`;

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Subject; previous_attributes?: object };
  livemode: false;
  /** The number of webhooks that have not accepted the event. */
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: EventType;
}

export function createId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
