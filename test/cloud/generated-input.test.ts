import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { operations } from '../../contract/operations.ts';
import { type OperationName, type Route, routes } from '../../contract/routes.ts';
import { mailsTo, type Person, registerPerson } from '../person.ts';
import { checkoutRequest, readTables, siteUrl } from './site.ts';

const runs = 10_000;
/** As many at once as the local cloud answers without queueing. */
const concurrency = 16;

let person: Person;

beforeAll(async () => {
  person = await registerPerson(siteUrl);
  await person.call('me');
  // The welcome is remembered in a table; what comes late would look like a write.
  await vi.waitFor(async () => expect(await mailsTo(siteUrl, person.email)).toHaveLength(2), {
    timeout: 10_000,
  });
});

interface Attempt {
  name: OperationName;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** What would be accepted, to be spoiled in one place; that is what gets furthest into a function. */
const acceptable: Partial<Record<OperationName, Record<string, unknown>>> = {
  updateMe: { displayName: 'Ana', mailGroup: { group: 'updates', wantsMail: false } },
  checkout: { ...checkoutRequest, referralCode: 'friend' },
  download: { platform: 'win-x64' },
  downloadResource: { file: 'tutorial-project.json' },
  feedback: {
    feedbackId: '7f1ff9f5-6f05-4c59-9a6f-59b1a2c8c1d3',
    type: 'General Feedback',
    content: 'A text',
  },
  contact: {
    messageId: '7f1ff9f5-6f05-4c59-9a6f-59b1a2c8c1d3',
    name: 'Ana',
    email: 'ana@example.test',
    message: 'A text',
    website: '',
  },
  referralImpression: { referralCode: 'friend' },
  unsubscribe: { token: 'abc.def', beginAgain: ['updates'] },
};

const hostile = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
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

/** An acceptable request with one field changed, left out or added. */
const spoiled = (valid: Record<string, unknown>) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...Object.keys(valid)), anything)
      .map(([field, value]) => ({ ...valid, [field]: value })),
    fc
      .constantFrom(...Object.keys(valid))
      .map((left) => Object.fromEntries(Object.entries(valid).filter(([field]) => field !== left))),
    fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), anything).map(([field, value]) => ({
      ...valid,
      ...Object.fromEntries([[field, value]]),
    })),
  );

const envelope = (data: unknown) => JSON.stringify({ data });

function bodyFor(name: OperationName): fc.Arbitrary<string> {
  const valid = acceptable[name];
  return fc.oneof(
    { weight: 4, arbitrary: (valid ? spoiled(valid) : anything).map(envelope) },
    { weight: 2, arbitrary: anything.map(envelope) },
    { weight: 1, arbitrary: anything.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  );
}

const names = Object.keys(routes) as OperationName[];

const attempt: fc.Arbitrary<Attempt> = fc.constantFrom(...names).chain((name) =>
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
          arbitrary: fc.constantFrom('?token=a.b', '?token=', '?userId=somebody', '?%', '?a=1&a=2'),
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
      body: bodyFor(name),
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

/** Whether the operation would take it: then a change would be right. */
function isBad({ name, query, body, headers }: Attempt): boolean {
  const { method, caller }: Route = routes[name];
  // Nothing that is generated here is signed.
  if (caller === 'stripe' || caller === 'mail program' || name === 'unsubscribe') return true;
  if (caller === 'user' && !headers.authorization) return true;
  if (method === 'GET') return query !== '';
  try {
    return !operations[name].request.safeParse(JSON.parse(body ?? '').data).success;
  } catch {
    return true;
  }
}

async function send({ name, query, headers, body }: Attempt): Promise<Response> {
  const { method, path } = routes[name];
  return fetch(`${siteUrl}${path}${query}`, {
    method,
    headers: { ...headers, ...(headers.authorization && { authorization: `Bearer ${person.accessToken}` }) },
    ...(body === undefined ? {} : { body }),
  });
}

test(`${runs} generated bad requests are all refused, and change nothing`, { timeout: 300_000 }, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.info(`SEED=${seed} repeats this run.`);
  const attempts = fc.sample(attempt.filter(isBad), { numRuns: runs, seed }).values();
  const before = await readTables();
  const failures: { status: number; attempt: Attempt }[] = [];
  const statuses = new Map<number, number>();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const next of attempts) {
        const response = await send(next);
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status < 400 || response.status >= 500)
          failures.push({ status: response.status, attempt: next });
      }
    }),
  );
  console.info(`Answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
  expect(failures.slice(0, 3)).toEqual([]);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(runs);
  expect(await readTables()).toEqual(before);
});
