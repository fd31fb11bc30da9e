import { currencyOptionsOf } from './stock-catalog.ts';
import { invalidRequest } from './stripe-error.ts';
import type { LineItem } from './stripe-objects.ts';
import type { AppliedBehavior, Buyer, CheckoutRecord, StripeStore, TaxRule } from './stripe-store.ts';
import { isInEu, isRegistered, taxPercentages } from './tax-settings.ts';

/**
 * The tax behavior of each line item: that of its price in the currency.
 * https://docs.stripe.com/tax/products-prices-tax-categories-tax-behavior
 * @throws StripeError when it is not specified; the fake has no default of the account
 */
export function findTaxBehaviors(items: LineItem[], store: StripeStore): AppliedBehavior[] {
  return items.map(({ price, currency }) => {
    const stored = store.prices.get(price.id);
    const behavior = stored && currencyOptionsOf(stored)[currency]?.tax_behavior;
    if (behavior === 'inclusive' || behavior === 'exclusive') return behavior;
    throw invalidRequest(
      `The price \`${price.id}\` does not have a \`tax_behavior\` set which is required for automatic tax computation. ` +
        'Please visit https://stripe.com/docs/tax/products-prices-tax-categories-tax-behavior#tax-behavior for more information.',
      'line_items',
    );
  });
}

/** Calculates the tax of a session with automatic tax, once the address of the buyer is known. */
export function applyTax(store: StripeStore, checkout: CheckoutRecord, buyer: Buyer): void {
  const { session, taxBehaviors } = checkout;
  if (!taxBehaviors || !buyer.address) return;
  const rule = findTaxRule(store, buyer);
  checkout.taxRule = rule;
  checkout.lineItems = checkout.lineItems.map((item, index) => {
    const isInclusive = taxBehaviors[index] === 'inclusive';
    const tax = taxOf(item.amount_subtotal, rule.percentage, isInclusive);
    return { ...item, amount_tax: tax, amount_total: item.amount_subtotal + (isInclusive ? 0 : tax) };
  });
  const sum = (name: 'amount_tax' | 'amount_total') =>
    checkout.lineItems.reduce((total, item) => total + item[name], 0);
  session.amount_total = sum('amount_total');
  session.total_details = { amount_discount: 0, amount_shipping: 0, amount_tax: sum('amount_tax') };
  session.automatic_tax.status = 'complete';
}

/**
 * Countries with a registration have the rate of the tax table, except for businesses in the EU and the UK,
 * which pay the tax themselves when the seller is in another country. https://docs.stripe.com/tax/zero-tax
 */
function findTaxRule(store: StripeStore, { address, taxId }: Buyer): TaxRule {
  const country = address?.country ?? '';
  if (!isRegistered(store, country)) return { percentage: 0, reason: 'not_collecting' };
  const isFromAbroad = store.taxSettings.head_office?.address.country !== country;
  if (taxId && isFromAbroad && (isInEu(country) || country === 'GB')) {
    return { percentage: 0, reason: 'reverse_charge' };
  }
  return { percentage: taxPercentages[country] ?? 0, reason: 'standard_rated' };
}

/** In whole units of the currency. Percents have at most two decimals, so that integers divide exactly. */
function taxOf(amount: number, percentage: number, isInclusive: boolean): number {
  const rate = Math.round(percentage * 100);
  return Math.round((amount * rate) / (isInclusive ? 10_000 + rate : 10_000));
}
