import type { FormObject } from './form-encoding.ts';
import { asObject, checkKnownParams, readInteger, readText } from './read-params.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';

export const listParams = ['limit', 'starting_after', 'expand'];
const boundaries = ['gte', 'lte'];

/**
 * Returns one page of a list. The cursor may be an object that no longer matches the filter.
 * https://docs.stripe.com/api/pagination
 */
export function listObjects<Item extends { id: string }>(
  newestFirst: Item[],
  matches: (item: Item) => boolean,
  { path, params }: { path: string; params: FormObject },
): object {
  const limit = readInteger(params, 'limit', 1) ?? 10;
  if (limit > 100) throw invalidRequest('This value must be less than or equal to 100.', 'limit');
  const after = readText(params, 'starting_after');
  const place = newestFirst.findIndex((each) => each.id === after);
  if (after !== undefined && place === -1) throw resourceMissing('object', after, 'starting_after');
  const found = newestFirst.slice(place + 1).filter(matches);
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url: path };
}

/**
 * Reads `created`, a range of times.
 * @throws StripeError for an unknown boundary
 */
export function readCreated(params: FormObject): (item: { created: number }) => boolean {
  const range = asObject(params.created ?? {}, 'created');
  checkKnownParams(range, boundaries);
  const [from, to] = boundaries.map((name) => readInteger(range, name, 0, `created[${name}]`));
  return ({ created }) =>
    created >= (from ?? Number.NEGATIVE_INFINITY) && created <= (to ?? Number.POSITIVE_INFINITY);
}

export function newestFirst<Item>(items: Map<string, Item>): Item[] {
  return [...items.values()].reverse();
}
