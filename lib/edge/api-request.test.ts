import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { licenseRequired } from '../../contract/operations/license-required.ts';
import { readOnly } from '../../contract/operations/read-only.ts';
import type { Route } from '../../contract/operations/route.ts';
import { routes } from '../../contract/operations/routes.ts';
import { loadEdgeFunction } from '../../local/fakes/cloudfront/edge-function.ts';
import { fillRoutes } from './fill-routes.ts';

const pathsFor = (...callers: Route['caller'][]) =>
  Object.values<Route>(routes).flatMap(({ path, caller }) => (callers.includes(caller) ? [path] : []));
const updatePath = '/api/updateFile/1.2.0/win-x64/App.exe';
const code = readFileSync(new URL('api-request.js', import.meta.url), 'utf8');
const handle = loadEdgeFunction(fillRoutes(code, false));

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
/** Unsigned, because this function does not verify signatures. */
const token = (claims: unknown) => `${encode({ alg: 'RS256', kid: 'k' })}.${encode(claims)}.c2ln`;
const accessToken = token({ sub: 'user-1', token_use: 'access', exp: inSeconds(3600) });

const methodAt = (uri: string) =>
  Object.values<Route>(routes).find(({ path }) => path === uri)?.method ?? 'GET';

const request = (uri: string, authorization?: string) => ({
  method: methodAt(uri) as string,
  uri,
  headers: (authorization === undefined ? {} : { authorization: { value: authorization } }) as Record<
    string,
    { value: string }
  >,
  querystring: {},
  cookies: {},
});

/** The same request with the viewer's address. */
const seen = (passed: ReturnType<typeof request>, address = '127.0.0.1') => ({
  ...passed,
  headers: { ...passed.headers, 'x-viewer-address': { value: address } },
});

test("adds the viewer's address, whatever the request contains", () => {
  const open = request('/api/referralImpression');
  expect(handle(open, '203.0.113.7')).toEqual(seen(open, '203.0.113.7'));
  const forged = seen(open, '198.51.100.1');
  expect(handle(forged, '203.0.113.7')).toEqual(seen(open, '203.0.113.7'));
});

test.each(pathsFor('user', 'updater'))('passes an access token on to %s', (path) => {
  const good = request(path, `Bearer ${accessToken}`);
  expect(handle(good)).toEqual(seen(good));
  expect(handle(request(path, `bearer ${accessToken}`))).toMatchObject({ uri: path });
});

describe('a request without a valid token', () => {
  const [header, , signature] = accessToken.split('.');
  const inSession = { message: 'Please sign in to continue.' };
  const afterwards = { message: 'Your session has expired. Please sign in again.' };

  test.each([
    ['no token', undefined, inSession],
    ['an empty header', '', inSession],
    ['another scheme', `Basic ${accessToken}`, inSession],
    ['a token without its scheme', accessToken, inSession],
    ['two parts', `Bearer ${header}.${signature}`, inSession],
    ['four parts', `Bearer ${accessToken}.more`, inSession],
    ['a word after it', `Bearer ${accessToken} more`, inSession],
    ['claims that are not JSON', `Bearer ${header}.bm90IEpTT04.${signature}`, inSession],
    ['claims that are null', `Bearer ${token(null)}`, inSession],
    ['claims that are a text', `Bearer ${token('access')}`, inSession],
    ['an ID token', `Bearer ${token({ token_use: 'id', exp: inSeconds(3600) })}`, inSession],
    ['a token without a use', `Bearer ${token({ exp: inSeconds(3600) })}`, inSession],
    ['an expired token', `Bearer ${token({ token_use: 'access', exp: inSeconds(-1) })}`, afterwards],
    ['a token without an end', `Bearer ${token({ token_use: 'access' })}`, afterwards],
    ['a token with a malformed end', `Bearer ${token({ token_use: 'access', exp: 'never' })}`, afterwards],
  ])('rejects %s', (_, authorization, { message }) => {
    const answer = handle(request('/api/me', authorization));
    expect(answer).toMatchObject({
      statusCode: 401,
      headers: {
        'content-type': { value: 'application/json; charset=utf-8' },
        'cache-control': { value: 'no-store' },
      },
    });
    expect(errorOf(answer)).toEqual({ status: 'unauthenticated', message });
  });
});

describe('the path of updates', () => {
  test.each(['License a.b.c', 'license a.b.c', 'LICENSE damaged'])('passes %s on', (authorization) => {
    const licensed = request(updatePath, authorization);
    expect(handle(licensed)).toEqual(seen(licensed));
  });

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['the scheme alone', 'License'],
    ['an empty license', 'License '],
    ['a license without its scheme', 'a.b.c'],
    ['another scheme', 'Basic a.b.c'],
    ['a scheme that begins the same', 'Licensed a.b.c'],
    ['a garbled token', 'Bearer a.b'],
    ['an ID token', `Bearer ${token({ token_use: 'id', exp: inSeconds(3600) })}`],
  ])('rejects %s, and says what an update needs', (_, authorization) => {
    const answer = handle(request(updatePath, authorization));
    expect(answer).toMatchObject({ statusCode: 401 });
    expect(errorOf(answer)).toEqual({ status: 'unauthenticated', message: licenseRequired });
  });

  test('rejects an expired token', () => {
    const expired = token({ token_use: 'access', exp: inSeconds(-1) });
    const answer = handle(request(updatePath, `Bearer ${expired}`));
    expect(errorOf(answer)).toMatchObject({ message: expect.stringContaining('expired') });
  });
});

test.each(pathsFor('user'))('passes no license on to %s', (path) => {
  expect(handle(request(path, 'License a.b.c'))).toMatchObject({ statusCode: 401 });
});

test.each(pathsFor('anyone', 'stripe', 'mail program'))('passes %s on without a token', (path) => {
  expect(handle(request(path))).toEqual(seen(request(path)));
  expect(handle(request(path, 'Bearer garbled'))).toEqual(seen(request(path, 'Bearer garbled')));
});

/** The error in an answer of the function. */
function errorOf(answer: ReturnType<typeof handle>): unknown {
  const body = 'body' in answer ? answer.body?.data : undefined;
  return JSON.parse(body ?? '').error;
}

test.each(['/api/nothing', '/api/me/', '/api/', '/api/%6De', '/api/constructor', '/api/updateFile'])(
  'answers not-found to %s, which is no operation',
  (path) => {
    const answer = handle(request(path, `Bearer ${accessToken}`));
    expect(answer).toMatchObject({ statusCode: 404, headers: { 'cache-control': { value: 'no-store' } } });
    expect(errorOf(answer)).toEqual({ status: 'not-found', message: 'There is no such operation.' });
  },
);

test.each([
  ['GET', '/api/checkout', 'POST'],
  ['DELETE', '/api/me', 'GET'],
  ['HEAD', '/api/me', 'GET'],
  ['OPTIONS', '/api/contact', 'POST'],
])('answers invalid-argument to %s %s', (method, path, expected) => {
  const answer = handle({ ...request(path, `Bearer ${accessToken}`), method });
  expect(answer).toMatchObject({ statusCode: 400 });
  expect(errorOf(answer)).toEqual({
    status: 'invalid-argument',
    message: `Please use ${expected} for this operation.`,
  });
});

describe('the URL to which email programs post', () => {
  const open = (method: string, token?: string) => {
    const querystring: Record<string, { value: string }> =
      token === undefined ? {} : { token: { value: token } };
    return { ...request('/api/oneClickUnsubscribe'), method, querystring };
  };

  test('redirects a GET to the page, with the token in the fragment', () => {
    expect(handle(open('GET', 'payload.signature'))).toEqual({
      statusCode: 303,
      statusDescription: 'See Other',
      headers: {
        location: { value: '/unsubscribe#token=payload.signature' },
        'cache-control': { value: 'no-store' },
      },
    });
  });

  test('redirects nowhere else, whatever the token', () => {
    // CloudFront passes values on as they were sent, still encoded.
    for (const token of [undefined, '', '//evil.test', '%0d%0aset-cookie:%20a=b', 'a%26b', 'a#b']) {
      const answer = handle(open('GET', token));
      const location = 'headers' in answer ? answer.headers?.location?.value : undefined;
      const address = new URL(location ?? '', 'https://site.test');
      expect([address.origin, address.pathname, address.search]).toEqual([
        'https://site.test',
        '/unsubscribe',
        '',
      ]);
    }
  });

  test('passes a POST on with its token', () => {
    const posted = open('POST', 'payload.signature');
    expect(handle(posted)).toEqual(seen(posted));
  });
});

describe('while the site is read-only', () => {
  const handleReadOnly = loadEdgeFunction(fillRoutes(code, true));
  const call = ({ method, path }: Route) => ({ ...request(path, `Bearer ${accessToken}`), method });
  const routesThatChange = (changes: boolean) =>
    Object.entries<Route>(routes).filter(([, route]) => route.changes === changes);

  test.each(routesThatChange(true))('rejects %s', (_, route) => {
    const answer = handleReadOnly(call(route));
    expect(answer).toMatchObject({
      statusCode: 503,
      headers: { 'retry-after': { value: String(readOnly.retryAfterSeconds) } },
    });
    expect(errorOf(answer)).toEqual({ status: 'unavailable', message: readOnly.message });
  });

  test('rejects another spelling of a path', () => {
    const spelled = { ...request('/api/%63heckout', `Bearer ${accessToken}`), method: 'POST' };
    expect(handleReadOnly(spelled)).toMatchObject({ statusCode: 404 });
  });

  test.each(routesThatChange(false))('passes %s on', (_, route) => {
    expect(handleReadOnly(call(route))).toMatchObject({ uri: route.path });
  });

  test('still redirects an unsubscribe link to its page', () => {
    const opened = { ...request('/api/oneClickUnsubscribe'), method: 'GET' };
    expect(handleReadOnly(opened)).toMatchObject({ statusCode: 303 });
  });
});

test('throws when the function lacks a constant', () => {
  expect(() => fillRoutes(code.replace('const operations', 'const paths'), true)).toThrow(/operations/);
});

test('has paths with and without a sign-in', () => {
  expect(pathsFor('user')).toContain('/api/me');
  expect(pathsFor('stripe')).toContain('/api/stripeWebhook');
});
