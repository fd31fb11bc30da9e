import type { Price, Product } from './stripe-objects.ts';

export interface CatalogProduct {
  id: string;
  name: string;
  description: string;
  prices: { id: string; unitAmount: number; currency: string; lookupKey?: string }[];
}

export interface Catalog {
  products: Map<string, Product>;
  prices: Map<string, Price>;
}

export function createCatalog(catalogProducts: CatalogProduct[], createdSeconds: number): Catalog {
  const catalog: Catalog = { products: new Map(), prices: new Map() };
  for (const product of catalogProducts) {
    catalog.products.set(product.id, toProduct(product, createdSeconds));
    for (const price of product.prices) {
      catalog.prices.set(price.id, toPrice(price, product.id, createdSeconds));
    }
  }
  return catalog;
}

function toProduct({ id, name, description, prices }: CatalogProduct, createdSeconds: number): Product {
  return {
    id,
    object: 'product',
    active: true,
    created: createdSeconds,
    default_price: prices[0]?.id ?? null,
    description,
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

function toPrice(price: CatalogProduct['prices'][number], productId: string, createdSeconds: number): Price {
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
