import type { FormObject } from './form-encoding.ts';
import { listObjects, listParams, newestFirst, readCreated } from './list-objects.ts';
import {
  checkKnownParams,
  mergeMetadata,
  readBoolean,
  readClearable,
  readText,
  readTexts,
  requireParam,
} from './read-params.ts';
import type { Cause } from './record-event.ts';
import { newProduct } from './stock-catalog.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';
import { createId, type Product } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

const changeable = ['name', 'description', 'active', 'metadata', 'url', 'unit_label', 'tax_code', 'expand'];

/** @throws StripeError resource_already_exists */
export function createProduct(store: StripeStore, params: FormObject, cause: Cause): Product {
  checkKnownParams(params, ['id', 'statement_descriptor', ...changeable]);
  const id = readText(params, 'id') ?? createId('prod');
  if (store.products.has(id))
    throw invalidRequest('Product already exists.', 'id', 'resource_already_exists');
  const name = requireParam(readText(params, 'name'), 'name');
  const product = { ...newProduct(id, name, cause.nowSeconds), ...readChanges(params, {}) };
  store.products.set(id, product);
  return product;
}

export function updateProduct(
  store: StripeStore,
  product: Product,
  params: FormObject,
  cause: Cause,
): Product {
  checkKnownParams(params, ['default_price', 'statement_descriptor', ...changeable]);
  const changes = readChanges(params, product.metadata);
  const priceId = readText(params, 'default_price');
  if (priceId !== undefined) {
    if (store.prices.get(priceId)?.product !== product.id)
      throw resourceMissing('price', priceId, 'default_price');
    changes.default_price = priceId;
  }
  return Object.assign(product, changes, { updated: cause.nowSeconds });
}

export function listProducts(store: StripeStore, request: { path: string; params: FormObject }): object {
  const { params } = request;
  checkKnownParams(params, ['active', 'ids', 'created', ...listParams]);
  const ids = readTexts(params, 'ids');
  const isActive = readBoolean(params, 'active');
  const isOfTime = readCreated(params);
  return listObjects(
    newestFirst(store.products),
    (product) =>
      isOfTime(product) &&
      (ids.length === 0 || ids.includes(product.id)) &&
      (isActive ?? product.active) === product.active,
    request,
  );
}

function readChanges(params: FormObject, metadata: Record<string, string>): Partial<Product> {
  const changes = {
    name: readText(params, 'name'),
    active: readBoolean(params, 'active'),
    description: readClearable(params, 'description'),
    url: readClearable(params, 'url'),
    unit_label: readClearable(params, 'unit_label'),
    tax_code: readClearable(params, 'tax_code'),
    statement_descriptor: readText(params, 'statement_descriptor'),
    metadata: mergeMetadata(metadata, params),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
