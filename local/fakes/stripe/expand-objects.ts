import { presentObject } from './present-object.ts';
import { currencyOptionsOf } from './stock-catalog.ts';
import { invalidRequest } from './stripe-error.ts';
import type { StripeStore } from './stripe-store.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const expandable = ['payment_intent', 'latest_charge', 'currency_options', 'invoice'];

/** Runs before the operation, because a refused request must not change anything. */
export function checkExpandable(paths: string[]): void {
  for (const path of paths) {
    if (!path.split('.').every((step) => step === 'data' || expandable.includes(step)))
      throw notExpandable(path);
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
  if (step === 'currency_options' && parent.object === 'price') {
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
  if (property === 'payment_intent') return store.paymentIntents.get(id);
  return property === 'invoice' ? store.invoices.get(id) : store.charges.get(id);
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
