import type { FormObject } from './form-encoding.ts';
import { asObject, checkKnownParams, readInteger, readText } from './read-params.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';

export const listParams = ['limit', 'starting_after', 'ending_before', 'expand'];
const boundaries = ['gt', 'gte', 'lt', 'lte'];

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
  if (params.starting_after !== undefined && params.ending_before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: ending_before, starting_after.');
  }
  const placeOf = (param: string) => {
    const id = readText(params, param);
    if (id === undefined) return undefined;
    const place = newestFirst.findIndex((each) => each.id === id);
    if (place === -1) throw resourceMissing('object', id, param);
    return place;
  };
  const before = placeOf('ending_before');
  const after = placeOf('starting_after');
  const found = newestFirst
    .slice(after === undefined ? 0 : after + 1, before ?? newestFirst.length)
    .filter(matches);
  const data = before === undefined ? found.slice(0, limit) : found.slice(-limit);
  return { object: 'list', data, has_more: found.length > limit, url: path };
}

/**
 * Reads `created`: a time, or a range of times.
 * @throws StripeError for an unknown boundary
 */
export function readCreated(params: FormObject): (item: { created: number }) => boolean {
  const value = params.created;
  if (value === undefined) return () => true;
  if (typeof value === 'string') {
    const at = readInteger(params, 'created', 0);
    return ({ created }) => created === at;
  }
  const range = asObject(value, 'created');
  checkKnownParams(range, boundaries);
  const [gt, gte, lt, lte] = boundaries.map((name) => readInteger(range, name, 0, `created[${name}]`));
  return ({ created }) =>
    created > (gt ?? Number.NEGATIVE_INFINITY) &&
    created >= (gte ?? Number.NEGATIVE_INFINITY) &&
    created < (lt ?? Number.POSITIVE_INFINITY) &&
    created <= (lte ?? Number.POSITIVE_INFINITY);
}

export function newestFirst<Item>(items: Map<string, Item>): Item[] {
  return [...items.values()].reverse();
}
