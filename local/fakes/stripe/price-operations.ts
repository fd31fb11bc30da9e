import type { FormObject } from './form-encoding.ts';
import { listObjects, listParams, newestFirst, readCreated } from './list-objects.ts';
import { presentObject } from './present-object.ts';
import { readCurrencyOptions, readTaxBehavior } from './price-taxation.ts';
import {
  checkKnownParams,
  mergeMetadata,
  readBoolean,
  readChoice,
  readClearable,
  readInteger,
  readText,
  readTexts,
  requireParam,
} from './read-params.ts';
import type { Cause } from './record-event.ts';
import { newPrice } from './stock-catalog.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';
import { createId, type Price } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

const changeable = [
  ...['active', 'lookup_key', 'transfer_lookup_key', 'metadata', 'nickname', 'expand'],
  ...['tax_behavior', 'currency_options'],
];

/** @throws StripeError when the product is unknown, or another price has the lookup key */
export function createPrice(store: StripeStore, params: FormObject, cause: Cause): Price {
  checkKnownParams(params, ['currency', 'unit_amount', 'product', 'billing_scheme', ...changeable]);
  readChoice(params, 'billing_scheme', ['per_unit']);
  const currency = requireParam(readText(params, 'currency'), 'currency');
  if (!/^[a-z]{3}$/i.test(currency)) throw invalidRequest(`Invalid currency: ${currency}`, 'currency');
  const unitAmount = requireParam(readInteger(params, 'unit_amount', 0), 'unit_amount');
  const product = requireParam(readText(params, 'product'), 'product');
  if (!store.products.has(product)) throw resourceMissing('product', product, 'product');
  const price = newPrice({ id: createId('price'), unitAmount, currency }, product, cause.nowSeconds);
  changePrice(store, price, params);
  store.prices.set(price.id, price);
  return presentObject(price, store);
}

/**
 * Amount, currency and product of a price never change, and its tax behavior changes once.
 * @throws StripeError when another price has the lookup key, or when the default price of a product is
 * archived
 */
export function updatePrice(store: StripeStore, price: Price, params: FormObject): Price {
  checkKnownParams(params, changeable);
  const isDefault = store.products.get(String(price.product))?.default_price === price.id;
  if (isDefault && readBoolean(params, 'active') === false) {
    throw invalidRequest('This price cannot be archived because it is the default price of its product.');
  }
  changePrice(store, price, params);
  return presentObject(price, store);
}

export function listPrices(store: StripeStore, request: { path: string; params: FormObject }): object {
  const { params } = request;
  checkKnownParams(params, [
    ...['active', 'created', 'currency', 'lookup_keys', 'product', 'type'],
    ...listParams,
  ]);
  const lookupKeys = readTexts(params, 'lookup_keys');
  const isActive = readBoolean(params, 'active');
  const currency = readText(params, 'currency');
  const product = readText(params, 'product');
  const type = readChoice(params, 'type', ['one_time', 'recurring']);
  const isOfTime = readCreated(params);
  return listObjects(
    newestFirst(store.prices).map((price) => presentObject(price, store)),
    (price) =>
      isOfTime(price) &&
      (lookupKeys.length === 0 || lookupKeys.includes(price.lookup_key ?? '')) &&
      (isActive ?? price.active) === price.active &&
      (currency ?? price.currency) === price.currency &&
      (product ?? price.product) === price.product &&
      (type ?? price.type) === price.type,
    request,
  );
}

/** Reads all parameters first, because a refused request must not change anything. */
function changePrice(store: StripeStore, price: Price, params: FormObject): void {
  const changes = {
    active: readBoolean(params, 'active') ?? price.active,
    metadata: mergeMetadata(price.metadata, params),
    nickname: readClearable(params, 'nickname') ?? price.nickname,
    lookup_key: readText(params, 'lookup_key') ?? price.lookup_key,
    tax_behavior: readTaxBehavior(params, price.tax_behavior ?? 'unspecified'),
    currency_options: readCurrencyOptions(params, price),
  };
  const isTransfer = readBoolean(params, 'transfer_lookup_key') ?? false;
  const holder = [...store.prices.values()].find(
    ({ id, lookup_key }) => id !== price.id && lookup_key !== null && lookup_key === changes.lookup_key,
  );
  if (holder && !isTransfer) {
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'lookup_key',
      'resource_already_exists',
    );
  }
  if (holder) holder.lookup_key = null;
  Object.assign(price, changes);
}
