import type { Price, Product } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

export interface CatalogProduct {
  id: string;
  name: string;
  description: string;
  prices: CatalogPrice[];
}

export interface CatalogPrice {
  id: string;
  unitAmount: number;
  currency: string;
  lookupKey?: string;
}

/**
 * Adds missing products and prices. Existing ones keep the changes that requests made, except for a price
 * with another amount or currency, which no request can change: it is replaced.
 */
export function stockCatalog(store: StripeStore, products: CatalogProduct[], nowSeconds: number): void {
  for (const product of products) {
    if (!store.products.has(product.id)) {
      const { id, name, description, prices } = product;
      const defaultPrice = prices[0]?.id ?? null;
      store.products.set(id, {
        ...newProduct(id, name, nowSeconds),
        description,
        default_price: defaultPrice,
      });
    }
    for (const price of product.prices) {
      const stored = store.prices.get(price.id);
      const made = newPrice(price, product.id, nowSeconds);
      if (stored?.unit_amount !== made.unit_amount || stored.currency !== made.currency) {
        store.prices.set(price.id, made);
      }
    }
  }
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
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey ?? null,
    metadata: {},
    nickname: null,
    product: productId,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: price.unitAmount,
    unit_amount_decimal: String(price.unitAmount),
  };
}
