import fc from 'fast-check';
import { operations } from '../contract/operations/operations.ts';
import { needsToken, type Route } from '../contract/operations/route.ts';
import { type OperationName, routes } from '../contract/operations/routes.ts';
import * as z from '../contract/zod.ts';
import { acceptableRequests } from './acceptable-requests.ts';
import type { Subject } from './desk-requests.ts';
import { hostileNumbers, hostileTexts } from './hostile-texts.ts';

export interface Attempt {
  name: OperationName;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Hostile values, and texts that mean something to the site, such as ids of other people. */
function hostileValues(known: string[]) {
  const text = fc.constantFrom(...hostileTexts, 'a'.repeat(10_000), ...known);
  const other = fc.constantFrom<unknown>(...hostileNumbers, null, true, [], {}, [[[[[[]]]]]]);
  const any = fc.oneof(text, other, fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 200 }));
  return { text, any };
}

type HostileValues = ReturnType<typeof hostileValues>;

/** Names that every object has without being given them. */
const inherited = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty');

/** Each text and each action has an id of its own; with a used one, a request changes nothing. */
function withNewIds(valid: Record<string, unknown>, known: string[]) {
  const isOwnId = (value: unknown) => z.uuid().safeParse(value).success && !known.includes(String(value));
  return fc.record(
    Object.fromEntries(
      Object.entries(valid).map(([field, value]) => [field, isOwnId(value) ? fc.uuid() : fc.constant(value)]),
    ),
  );
}

/** An acceptable request with one field changed, removed or added gets furthest into a function. */
function spoiled(valid: Record<string, unknown>, { text, any }: HostileValues) {
  const fields = Object.keys(valid);
  const withAnother = fc
    .tuple(fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), inherited), any)
    .map(([field, value]) => ({ ...valid, ...Object.fromEntries([[field, value]]) }));
  if (fields.length === 0) return withAnother;
  const field = fc.constantFrom(...fields);
  return fc.oneof(
    fc.tuple(field, any).map(([changed, value]) => ({ ...valid, [changed]: value })),
    fc.tuple(field, text).map(([changed, end]) => ({
      ...valid,
      [changed]: typeof valid[changed] === 'string' ? `${valid[changed]}${end}` : end,
    })),
    field.map((left) => Object.fromEntries(Object.entries(valid).filter(([name]) => name !== left))),
    withAnother,
  );
}

const envelope = (data: unknown) => JSON.stringify({ data });

function bodyFor(
  name: OperationName,
  siteUrl: string,
  values: HostileValues,
  subject?: Subject,
): fc.Arbitrary<string> {
  if (name === 'oneClickUnsubscribe')
    return fc.constantFrom('List-Unsubscribe=One-Click', '', 'List-Unsubscribe=%00');
  const acceptable = acceptableRequests(siteUrl, subject)[name] ?? {};
  const fresh = withNewIds(acceptable, Object.values(subject ?? {}));
  return fc.oneof(
    { weight: 4, arbitrary: fresh.chain((valid) => spoiled(valid, values)).map(envelope) },
    { weight: 2, arbitrary: values.any.map(envelope) },
    { weight: 1, arbitrary: fresh.map(envelope) },
    { weight: 1, arbitrary: values.any.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  );
}

const queryOf = (pairs: [string, string][]) =>
  `?${new URLSearchParams(pairs.map(([name, value]) => [name, value.toWellFormed()]))}`;

const anyQuery = ({ text }: HostileValues) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.tuple(fc.string({ minLength: 1, maxLength: 10 }), fc.string({ maxLength: 60 })), {
          minLength: 1,
          maxLength: 3,
        })
        .map(queryOf),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('userId', 'code', 'token'), text).map((pair) => queryOf([pair])),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('?token=a.b', '?constructor=1&__proto__=2', '?%', '?a=1&a=2'),
    },
  );

/** A path with its parameters, such as the version in that of `updateFile`. */
function pathOf(path: string, { text }: HostileValues): fc.Arbitrary<string> {
  const fields = [...path.matchAll(/\{\w+\}/g)].map(([field]) => field);
  const value = fc.oneof(fc.constantFrom('0.3.0', 'win-x64'), text);
  return fc
    .array(value, { minLength: fields.length, maxLength: fields.length })
    .map((given) =>
      fields.reduce(
        (filled, field, index) =>
          filled.replace(field, () => encodeURIComponent((given[index] ?? '').toWellFormed())),
        path,
      ),
    );
}

/**
 * A request of one of the operations, usually invalid in one place.
 * @param subject the person that it is about
 */
export const attempt = (
  siteUrl: string,
  names: OperationName[],
  subject?: Subject,
): fc.Arbitrary<Attempt> => {
  const values = hostileValues(Object.values(subject ?? {}));
  return fc.constantFrom(...names).chain((name) =>
    fc
      .record({
        path: pathOf(routes[name].path, values),
        query: anyQuery(values),
        contentType: fc.constantFrom(
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
          'x/y',
        ),
        isSignedIn: fc.boolean(),
        signature: fc.option(fc.stringMatching(/^[\x20-\x7e]{0,80}$/)),
        body: bodyFor(name, siteUrl, values, subject),
      })
      .map(({ path, query, contentType, isSignedIn, signature, body }) => ({
        name,
        path,
        query,
        headers: {
          'content-type': contentType,
          ...(isSignedIn ? { authorization: 'signed in' } : {}),
          ...(signature === null ? {} : { 'stripe-signature': signature.trim() }),
        },
        body: routes[name].method === 'GET' ? undefined : body,
      })),
  );
};

/** Whether the operation must refuse it. An accepted one may change something. */
function isBad({ name, query, body, headers }: Attempt): boolean {
  const { method, caller }: Route = routes[name];
  // No generated request is signed.
  if (caller === 'stripe' || caller === 'mail program' || name === 'unsubscribe') return true;
  if ((needsToken(caller) || caller === 'updater') && !headers.authorization) return true;
  if (method === 'GET') return query !== '';
  try {
    return !operations[name].request.safeParse(JSON.parse(body ?? '').data).success;
  } catch {
    return true;
  }
}

const allNames = Object.keys(routes) as OperationName[];

/** Requests that every operation must refuse. The seed repeats them. */
export function badRequests(
  siteUrl: string,
  numRuns: number,
  names = allNames,
): { seed: number; attempts: Iterator<Attempt> & Iterable<Attempt> } {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const attempts = fc.sample(attempt(siteUrl, names).filter(isBad), { numRuns, seed }).values();
  return { seed, attempts };
}
