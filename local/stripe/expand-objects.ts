import type { Catalog } from './catalog.ts';
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
];

/** Before anything is done: a request that is refused must not have acted. */
export function checkExpandable(paths: string[]): void {
  for (const path of paths) {
    if (!path.split('.').every((step) => step === 'data' || expandable.includes(step)))
      throw notExpandable(path);
  }
}

/**
 * Replaces ids by the objects they name, along paths like `data.payment_intent.latest_charge`.
 * https://docs.stripe.com/expand
 * @throws StripeError for a property that cannot be expanded
 */
export function expandObjects(answer: object, paths: string[], store: StripeStore, catalog: Catalog): object {
  const copy = JSON.parse(JSON.stringify(answer)) as Json;
  for (const path of paths) expandPath(copy, path.split('.'), path, store, catalog);
  return copy as object;
}

function expandPath(parent: Json, steps: string[], path: string, store: StripeStore, catalog: Catalog): void {
  const [step, ...rest] = steps;
  if (step === undefined || parent === null) return;
  if (Array.isArray(parent)) {
    for (const item of parent) expandPath(item, steps, path, store, catalog);
    return;
  }
  if (typeof parent !== 'object') throw notExpandable(path);
  const value = parent[step];
  if (step === 'line_items' && parent.object === 'checkout.session') {
    const lineItems = store.checkouts.get(String(parent.id))?.lineItems ?? [];
    const url = `/v1/checkout/sessions/${parent.id}/line_items`;
    parent[step] ??= toJson({ object: 'list', data: lineItems, has_more: false, url });
  } else if (typeof value === 'string') {
    const found = findById(step, value, store, catalog);
    if (!found) throw notExpandable(path);
    parent[step] = toJson(found);
  } else if (value === undefined) {
    throw notExpandable(path);
  }
  expandPath(parent[step] ?? null, rest, path, store, catalog);
}

function findById(property: string, id: string, store: StripeStore, catalog: Catalog): object | undefined {
  switch (property) {
    case 'payment_intent':
      return store.paymentIntents.get(id);
    case 'charge':
    case 'latest_charge':
      return store.charges.get(id);
    case 'product':
      return catalog.products.get(id);
    case 'default_price':
      return catalog.prices.get(id);
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
