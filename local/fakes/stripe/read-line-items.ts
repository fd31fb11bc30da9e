import type { FormObject } from './form-encoding.ts';
import { presentObject } from './present-object.ts';
import {
  asObject,
  checkKnownParams,
  readInteger,
  readList,
  readMetadata,
  readText,
  requireParam,
} from './read-params.ts';
import { currencyOptionsOf } from './stock-catalog.ts';
import { invalidRequest, missingParameter, resourceMissing } from './stripe-error.ts';
import { type CurrencyOption, createId, type LineItem, type Price } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

/** @throws StripeError for an unknown or inactive price */
export function readLineItems(params: FormObject, store: StripeStore): LineItem[] {
  const currency = readText(params, 'currency')?.toLowerCase();
  const items = readList(params, 'line_items').map((value, index): LineItem => {
    const param = `line_items[${index}]`;
    const item = asObject(value, param);
    checkKnownParams(item, ['price', 'quantity', 'metadata']);
    const priceId = requireParam(readText(item, 'price', `${param}[price]`), `${param}[price]`);
    const price = store.prices.get(priceId);
    if (!price) throw resourceMissing('price', priceId, `${param}[price]`);
    const product = store.products.get(String(price.product));
    if (!price.active) {
      throw invalidRequest(
        'The price specified is inactive. This field only accepts active prices.',
        `${param}[price]`,
      );
    }
    if (!product?.active) {
      throw invalidRequest(
        'The product of the price specified is inactive.',
        `${param}[price]`,
        'product_inactive',
      );
    }
    const quantity = requireParam(
      readInteger(item, 'quantity', 1, `${param}[quantity]`),
      `${param}[quantity]`,
    );
    const sold = findOption(price, currency ?? price.currency, `${param}[price]`);
    const amount = (sold.unit_amount ?? 0) * quantity;
    return {
      id: createId('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: currency ?? price.currency,
      description: product.name,
      metadata: readMetadata(item, `${param}[metadata]`),
      price: presentObject(price, store),
      quantity,
    };
  });
  if (items.length === 0) throw missingParameter('line_items');
  if (new Set(items.map(({ currency }) => currency)).size > 1) {
    throw invalidRequest('All line items of a Checkout Session must have the same currency.', 'line_items');
  }
  return items;
}

function findOption(price: Price, currency: string, param: string): CurrencyOption {
  const options = currencyOptionsOf(price);
  const option = options[currency];
  if (option) return option;
  const supported = Object.keys(options).map((each) => `\`${each}\``);
  throw invalidRequest(
    `The price specified only supports ${supported.join(', ')}. This doesn't match the expected currency: \`${currency}\`.`,
    param,
  );
}
