import { presentObject } from './present-object.ts';
import { currencyOptionsOf } from './price-taxation.ts';
import { invalidRequest } from './stripe-error.ts';
import type { StripeStore } from './stripe-store.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const expandable = [
  'line_items',
  'payment_intent',
  'charge',
  'latest_charge',
  'price',
  'product',
  'default_price',
  'refunds',
  'currency_options',
  'invoice',
];

/** https://docs.stripe.com/expand#depth */
const MAX_DEPTH = 4;

/** Runs before the operation, because a refused request must not change anything. */
export function checkExpandable(paths: string[]): void {
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > MAX_DEPTH) {
      throw invalidRequest(
        `You cannot expand more than ${MAX_DEPTH} levels of a property: ${path}`,
        'expand',
      );
    }
    if (!steps.every((step) => step === 'data' || expandable.includes(step))) throw notExpandable(path);
  }
}

/**
 * Replaces ids by their objects, along paths such as `data.payment_intent.latest_charge`.
 * https://docs.stripe.com/expand
 * @throws StripeError for a property that cannot be expanded
 */
export function expandObjects(answer: object, paths: string[], store: StripeStore): object {
  const copy = JSON.parse(JSON.stringify(answer)) as Json;
  for (const path of paths) expandPath(copy, path.split('.'), path, store);
  return copy as object;
}

function expandPath(parent: Json, steps: string[], path: string, store: StripeStore): void {
  const [step, ...rest] = steps;
  if (step === undefined || parent === null) return;
  if (Array.isArray(parent)) {
    for (const item of parent) expandPath(item, steps, path, store);
    return;
  }
  if (typeof parent !== 'object') throw notExpandable(path);
  const value = parent[step];
  if (step === 'line_items' && parent.object === 'checkout.session') {
    const lineItems = store.checkouts.get(String(parent.id))?.lineItems ?? [];
    const url = `/v1/checkout/sessions/${parent.id}/line_items`;
    parent[step] ??= toJson({ object: 'list', data: lineItems, has_more: false, url });
  } else if (step === 'refunds' && parent.object === 'charge') {
    const refunds = [...store.refunds.values()].filter(({ charge }) => charge === parent.id).reverse();
    const url = `/v1/charges/${parent.id}/refunds`;
    parent[step] ??= toJson({ object: 'list', data: refunds, has_more: false, url });
  } else if (step === 'currency_options' && parent.object === 'price') {
    const price = store.prices.get(String(parent.id));
    if (price) parent[step] = toJson(currencyOptionsOf(price));
  } else if (typeof value === 'string') {
    const found = findById(step, value, store);
    if (!found) throw notExpandable(path);
    parent[step] = toJson(presentObject(found, store));
  } else if (value === undefined) {
    throw notExpandable(path);
  }
  expandPath(parent[step] ?? null, rest, path, store);
}

function findById(property: string, id: string, store: StripeStore): object | undefined {
  switch (property) {
    case 'payment_intent':
      return store.paymentIntents.get(id);
    case 'charge':
    case 'latest_charge':
      return store.charges.get(id);
    case 'product':
      return store.products.get(id);
    case 'invoice':
      return store.invoices.get(id);
    case 'default_price':
      return store.prices.get(id);
    default:
      return undefined;
  }
}

function toJson(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function notExpandable(path: string) {
  return invalidRequest(
    `This property cannot be expanded (${path}). You may want to try expanding another property instead.`,
    'expand',
  );
}
