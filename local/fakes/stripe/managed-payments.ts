import type { FormObject } from './form-encoding.ts';
import { asObject, checkKnownParams, readBoolean } from './read-params.ts';
import { invalidRequest } from './stripe-error.ts';
import type { LineItem } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

/** The real rate depends on the address of the buyer. */
const taxShare = 0.2;

/**
 * Whether Stripe is the seller of a session. The default of the account applies unless the request
 * overrides it.
 */
export function isManaged(params: FormObject, store: StripeStore): boolean {
  const settings = asObject(params.managed_payments ?? {}, 'managed_payments');
  checkKnownParams(settings, ['enabled']);
  return readBoolean(settings, 'enabled') ?? store.managesPayments;
}

/**
 * Adds the tax that Stripe as the seller charges.
 * https://docs.stripe.com/payments/managed-payments/update-checkout
 * @throws StripeError for a product without a tax code
 */
export function addTax(items: LineItem[], store: StripeStore): LineItem[] {
  return items.map((item) => {
    const product = store.products.get(String(item.price?.product));
    if (!product?.tax_code) {
      throw invalidRequest(
        `Managed Payments needs an eligible tax code for each product, and ${product?.id} has none.`,
        'line_items',
      );
    }
    const tax = Math.round(item.amount_subtotal * taxShare);
    return { ...item, amount_tax: tax, amount_total: item.amount_subtotal + tax };
  });
}
