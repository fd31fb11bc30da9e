import type { CurrencyOption, Price, Product, TaxBehavior } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

export interface CatalogProduct {
  id: string;
  name: string;
  description: string;
  taxCode?: string;
  prices: CatalogPrice[];
}

export interface CatalogPrice {
  id: string;
  unitAmount: number;
  currency: string;
  lookupKey?: string;
  /** `unspecified` by default, here and in each currency. */
  taxBehavior?: TaxBehavior;
  /** The options by currency. */
  currencyOptions?: Record<string, { unitAmount: number; taxBehavior?: TaxBehavior }>;
}

/**
 * Adds missing products, tax codes and prices. Existing ones keep changes by requests, but a price with
 * another amount, currency or tax behavior is replaced, because no request can change those.
 */
export function stockCatalog(store: StripeStore, products: CatalogProduct[], nowSeconds: number): void {
  for (const product of products) {
    const storedProduct = store.products.get(product.id);
    if (storedProduct) storedProduct.tax_code ??= product.taxCode ?? null;
    else {
      const { id, name, description, taxCode, prices } = product;
      const defaultPrice = prices[0]?.id ?? null;
      store.products.set(id, {
        ...newProduct(id, name, nowSeconds),
        description,
        default_price: defaultPrice,
        tax_code: taxCode ?? null,
      });
    }
    for (const price of product.prices) {
      const stored = store.prices.get(price.id);
      const made = newPrice(price, product.id, nowSeconds);
      if (!stored || !isSold(stored, made)) store.prices.set(price.id, made);
    }
  }
}

/** Whether a price has the amounts of the catalog, and does not contradict its tax behavior. */
function isSold(stored: Price, wanted: Price): boolean {
  const sold = currencyOptionsOf(stored);
  return (
    stored.currency === wanted.currency &&
    Object.entries(currencyOptionsOf(wanted)).every(
      ([currency, { unit_amount, tax_behavior }]) =>
        sold[currency]?.unit_amount === unit_amount &&
        (tax_behavior === 'unspecified' || sold[currency].tax_behavior === tax_behavior),
    )
  );
}

export function newProduct(id: string, name: string, createdSeconds: number): Product {
  return {
    id,
    object: 'product',
    active: true,
    created: createdSeconds,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: createdSeconds,
    url: null,
  };
}

export function newPrice(price: CatalogPrice, productId: string, createdSeconds: number): Price {
  return {
    id: price.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: createdSeconds,
    currency: price.currency.toLowerCase(),
    currency_options: Object.fromEntries(
      Object.entries(price.currencyOptions ?? {}).map(([currency, { unitAmount, taxBehavior }]) => [
        currency,
        newCurrencyOption(unitAmount, taxBehavior ?? 'unspecified'),
      ]),
    ),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey ?? null,
    metadata: {},
    nickname: null,
    product: productId,
    recurring: null,
    tax_behavior: price.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: price.unitAmount,
    unit_amount_decimal: String(price.unitAmount),
  };
}

export function newCurrencyOption(unitAmount: number, taxBehavior: TaxBehavior): CurrencyOption {
  return {
    custom_unit_amount: null,
    tax_behavior: taxBehavior,
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}

/** All currencies of a price, including its own. https://docs.stripe.com/api/prices/object */
export function currencyOptionsOf(price: Price): Record<string, CurrencyOption> {
  return {
    [price.currency]: newCurrencyOption(price.unit_amount ?? 0, price.tax_behavior ?? 'unspecified'),
    ...price.currency_options,
  };
}
