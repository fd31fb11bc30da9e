import type { FormObject } from './form-encoding.ts';
import { presentObject } from './present-object.ts';
import {
  asObject,
  checkKnownParams,
  mergeMetadata,
  readBoolean,
  readChoice,
  readInteger,
  readText,
  requireParam,
} from './read-params.ts';
import type { Cause } from './record-event.ts';
import { newCurrencyOption, newPrice, newProduct } from './stock-catalog.ts';
import { invalidRequest, missingParameter, resourceMissing } from './stripe-error.ts';
import {
  type CurrencyOption,
  createId,
  type Price,
  type Product,
  type TaxBehavior,
} from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

const productParams = ['name', 'description', 'active', 'metadata', 'tax_code'];

/** @throws StripeError resource_already_exists */
export function createProduct(store: StripeStore, params: FormObject, cause: Cause): Product {
  checkKnownParams(params, ['id', ...productParams]);
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
  checkKnownParams(params, ['default_price', ...productParams]);
  const changes = readChanges(params, product.metadata);
  const priceId = readText(params, 'default_price');
  if (priceId !== undefined) {
    if (store.prices.get(priceId)?.product !== product.id)
      throw resourceMissing('price', priceId, 'default_price');
    changes.default_price = priceId;
  }
  return Object.assign(product, changes, { updated: cause.nowSeconds });
}

function readChanges(params: FormObject, metadata: Record<string, string>): Partial<Product> {
  const changes = {
    name: readText(params, 'name'),
    active: readBoolean(params, 'active'),
    description: readText(params, 'description'),
    tax_code: readText(params, 'tax_code'),
    metadata: mergeMetadata(metadata, params),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

const priceParams = [
  ...['active', 'lookup_key', 'transfer_lookup_key', 'metadata', 'tax_behavior', 'currency_options'],
];

/** @throws StripeError when the product is unknown, or another price has the lookup key */
export function createPrice(store: StripeStore, params: FormObject, cause: Cause): Price {
  checkKnownParams(params, ['currency', 'unit_amount', 'product', ...priceParams]);
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
  checkKnownParams(params, priceParams);
  const isDefault = store.products.get(String(price.product))?.default_price === price.id;
  if (isDefault && readBoolean(params, 'active') === false) {
    throw invalidRequest('This price cannot be archived because it is the default price of its product.');
  }
  changePrice(store, price, params);
  return presentObject(price, store);
}

/** Reads all parameters first, because a refused request must not change anything. */
function changePrice(store: StripeStore, price: Price, params: FormObject): void {
  const changes = {
    active: readBoolean(params, 'active') ?? price.active,
    metadata: mergeMetadata(price.metadata, params),
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

/** @throws StripeError when the behavior is final, which it is once it is `inclusive` or `exclusive` */
function readTaxBehavior(params: FormObject, current: TaxBehavior, param = 'tax_behavior'): TaxBehavior {
  const behavior = readChoice(params, 'tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? current;
  if (behavior !== current && current !== 'unspecified') {
    throw invalidRequest(`The tax behavior of this price is \`${current}\` and cannot be changed.`, param);
  }
  return behavior;
}

/**
 * Merges the given options by currency into the current ones.
 * @throws StripeError for the currency of the price itself, and as `readTaxBehavior` for each currency
 */
function readCurrencyOptions(params: FormObject, price: Price): Record<string, CurrencyOption> {
  const options = { ...price.currency_options };
  for (const [currency, value] of Object.entries(
    asObject(params.currency_options ?? {}, 'currency_options'),
  )) {
    const param = `currency_options[${currency}]`;
    if (!/^[a-z]{3}$/.test(currency)) throw invalidRequest(`Invalid currency: ${currency}`, param);
    if (currency === price.currency) {
      throw invalidRequest('`currency_options` contains the currency of the price itself.', param);
    }
    const given = asObject(value, param);
    checkKnownParams(given, ['unit_amount', 'tax_behavior']);
    const current = options[currency];
    const amountParam = `${param}[unit_amount]`;
    const amount = readInteger(given, 'unit_amount', 0, amountParam) ?? current?.unit_amount;
    if (amount === undefined || amount === null) throw missingParameter(amountParam);
    const currentBehavior = current?.tax_behavior ?? 'unspecified';
    options[currency] = newCurrencyOption(
      amount,
      readTaxBehavior(given, currentBehavior, `${param}[tax_behavior]`),
    );
  }
  return options;
}
