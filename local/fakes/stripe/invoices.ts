import { blankInvoice } from './blank-invoice.ts';
import type { Cause } from './record-event.ts';
import {
  createId,
  type Invoice,
  type InvoiceLine,
  type InvoiceTax,
  type LineItem,
  type Session,
} from './stripe-objects.ts';
import type { Buyer, CheckoutRecord, StripeStore } from './stripe-store.ts';

/**
 * A free order has no invoice, which is undocumented at Stripe.
 * https://docs.stripe.com/payments/checkout/post-payment-invoices
 */
export function getsInvoice({ invoice_creation, amount_total }: Session): boolean {
  return Boolean(invoice_creation?.enabled && amount_total);
}

/** Creates the invoice of a session that is being completed, if the session enables it. */
export function createInvoice(
  store: StripeStore,
  checkout: CheckoutRecord,
  buyer: Buyer,
  cause: Cause,
): void {
  const { session } = checkout;
  if (!getsInvoice(session)) return;
  const id = createId('in');
  const lines = checkout.lineItems.map((item, index) =>
    newLine(id, item, taxesOf(checkout, item, index), cause.nowSeconds),
  );
  const taxes = addUpTaxes(lines);
  const sumOfTaxes = (among: InvoiceTax[]) => among.reduce((sum, { amount }) => sum + amount, 0);
  const included = sumOfTaxes(taxes.filter(({ tax_behavior }) => tax_behavior === 'inclusive'));
  const subtotal = session.amount_subtotal ?? 0;
  const amount = session.amount_total ?? 0;
  const invoice: Invoice = {
    ...blankInvoice,
    id,
    amount_due: amount,
    amount_remaining: amount,
    automatic_tax: { ...session.automatic_tax, disabled_reason: null },
    created: cause.nowSeconds,
    currency: session.currency ?? 'usd',
    customer: session.customer,
    customer_address: buyer.address,
    customer_email: buyer.email,
    customer_name: buyer.businessName,
    customer_tax_ids: buyer.taxId ? [buyer.taxId] : [],
    effective_at: cause.nowSeconds,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    number: nextNumber(store),
    period_end: cause.nowSeconds,
    period_start: cause.nowSeconds,
    status_transitions: {
      finalized_at: cause.nowSeconds,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal - included,
    total: amount,
    total_excluding_tax: amount - sumOfTaxes(taxes),
    total_taxes: taxes,
  };
  store.invoices.set(id, invoice);
  session.invoice = id;
  if (session.payment_status === 'paid') payInvoice(store, checkout, cause);
}

/** Marks the invoice of a session as paid, if it has one. */
export function payInvoice(store: StripeStore, { session }: CheckoutRecord, cause: Cause): void {
  const invoice = store.invoices.get(String(session.invoice));
  if (!invoice) return;
  invoice.status = 'paid';
  invoice.amount_paid = invoice.total;
  invoice.amount_remaining = 0;
  invoice.status_transitions.paid_at = cause.nowSeconds;
}

/** Uses the prefix of the account, because each order has a new customer. */
function nextNumber(store: StripeStore): string {
  return `LOCAL-${String(store.invoices.size + 1).padStart(4, '0')}`;
}

function taxesOf({ taxBehaviors, taxRule }: CheckoutRecord, item: LineItem, index: number): InvoiceTax[] {
  const behavior = taxBehaviors?.[index];
  if (!behavior || !taxRule) return [];
  const isTaxed = taxRule.reason === 'standard_rated';
  return [
    {
      amount: item.amount_tax,
      tax_behavior: behavior,
      tax_rate_details: null,
      taxability_reason: taxRule.reason,
      taxable_amount: isTaxed ? item.amount_total - item.amount_tax : 0,
      type: 'tax_rate_details',
    },
  ];
}

/** One tax for each behavior, because all lines have the same rate. */
function addUpTaxes(lines: InvoiceLine[]): InvoiceTax[] {
  const taxes = lines.flatMap((line) => line.taxes ?? []);
  return (['exclusive', 'inclusive'] as const).flatMap((behavior) => {
    const [first, ...others] = taxes.filter(({ tax_behavior }) => tax_behavior === behavior);
    if (!first) return [];
    const sum = { ...first };
    for (const { amount, taxable_amount } of others) {
      sum.amount += amount;
      sum.taxable_amount = (sum.taxable_amount ?? 0) + (taxable_amount ?? 0);
    }
    return sum;
  });
}

function newLine(invoiceId: string, item: LineItem, taxes: InvoiceTax[], nowSeconds: number): InvoiceLine {
  const unitAmount = item.amount_subtotal / (item.quantity ?? 1);
  return {
    id: createId('il'),
    object: 'line_item',
    amount: item.amount_subtotal,
    currency: item.currency,
    description: item.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoiceId,
    livemode: false,
    metadata: item.metadata ?? {},
    parent: null,
    period: { end: nowSeconds, start: nowSeconds },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: String(item.price.product) },
      type: 'price_details',
      unit_amount_decimal: String(unitAmount),
    },
    quantity: item.quantity,
    quantity_decimal: String(item.quantity ?? 1),
    subscription: null,
    subtotal: item.amount_subtotal,
    taxes,
  };
}
