import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Jwks } from 'aws-jwt-verify/jwk';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Listening } from '../../server/listen.ts';
import { startGateway } from './gateway.ts';

const issuer = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Local';
const authorizer = { issuer, audience: ['web'] };
const routes = [
  { method: 'GET', path: '/api/me', functionId: 'Me', authorizer },
  { method: 'POST', path: '/api/open', functionId: 'Open' },
];
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' };

let gateway: Listening;
const invoke = vi.fn<(functionId: string, event: unknown) => Promise<unknown>>();

beforeAll(async () => {
  gateway = await startGateway({ routes, jwks: { keys: [jwk] } as Jwks, invoke });
});

afterAll(() => gateway.close());

beforeEach(() => {
  invoke.mockReset().mockResolvedValue({ statusCode: 200, body: '{}' });
});

const call = (path: string, init?: RequestInit) => fetch(`${gateway.endpoint}${path}`, init);
const post = (init: RequestInit, query = '') => call(`/api/open${query}`, { method: 'POST', ...init });
const lastEvent = () => invoke.mock.lastCall?.[1] as APIGatewayProxyEventV2;

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
function token(
  change: object = {},
  key: KeyObject = privateKey,
  header: object = { alg: 'RS256', kid: 'key-1' },
) {
  const claims = { iss: issuer, sub: 'user-1', client_id: 'web', token_use: 'access', exp: inSeconds(3600) };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode(header)}.${encode({ ...claims, ...change })}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
}
const callMe = (authorization?: string) =>
  call('/api/me', authorization === undefined ? {} : { headers: { authorization } });

describe('requests', () => {
  test('invokes the function of the route with payload format 2.0', async () => {
    await post(
      {
        body: '{"data":{}}',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Test',
          'x-forwarded-for': '203.0.113.7',
          'Stripe-Signature': 't=1',
        },
      },
      '?a=1&b=x%20y&a=2',
    );
    expect(invoke).toHaveBeenCalledExactlyOnceWith('Open', expect.anything());
    expect(lastEvent()).toMatchObject({
      version: '2.0',
      routeKey: 'POST /api/open',
      rawPath: '/api/open',
      rawQueryString: 'a=1&b=x%20y&a=2',
      queryStringParameters: { a: '1,2', b: 'x y' },
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1' },
      body: '{"data":{}}',
      isBase64Encoded: false,
      requestContext: {
        http: { method: 'POST', path: '/api/open', sourceIp: '127.0.0.1', userAgent: 'Test' },
        routeKey: 'POST /api/open',
        stage: '$default',
        requestId: expect.any(String),
      },
    });
    expect(lastEvent().requestContext).not.toHaveProperty('authorizer');
  });

  test('leaves out query and body when there are none', async () => {
    await post({});
    expect(lastEvent()).not.toHaveProperty('queryStringParameters');
    expect(lastEvent()).not.toHaveProperty('body');
    expect(lastEvent()).toMatchObject({ rawQueryString: '', isBase64Encoded: false });
  });

  test.each([
    ['text', 'text/plain; charset=utf-8', 'Grüße', false],
    ['JSON', 'application/json', '{"a":"ü"}', false],
    ['a form', 'application/x-www-form-urlencoded', 'a=1', false],
    ['anything else', 'application/octet-stream', 'Grüße', true],
    ['an image', 'image/png', 'Grüße', true],
  ])('passes the body of %s on without changes', async (_, contentType, body, isBase64Encoded) => {
    await post({ body, headers: { 'content-type': contentType } });
    expect(lastEvent().isBase64Encoded).toBe(isBase64Encoded);
    expect(Buffer.from(lastEvent().body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString()).toBe(body);
  });

  test('passes a binary body on without changes', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await post({ body: bytes, headers: { 'content-type': 'application/octet-stream' } });
    expect(Uint8Array.from(Buffer.from(lastEvent().body ?? '', 'base64'))).toEqual(bytes);
  });

  test.each([
    ['an unknown path', 'POST', '/api/nothing'],
    ['another method', 'DELETE', '/api/open'],
    ['a longer path', 'POST', '/api/open/more'],
    ['a trailing slash', 'POST', '/api/open/'],
  ])('answers 404 for %s', async (_, method, path) => {
    const response = await call(path, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'Not Found' });
    expect(invoke).not.toHaveBeenCalled();
  });

  test('accepts 10 MB, and answers 413 for more', async () => {
    const tenMegabytes = 'x'.repeat(10 * 1024 * 1024);
    expect((await post({ body: tenMegabytes })).status).toBe(200);
    invoke.mockClear();
    const response = await post({ body: `${tenMegabytes}x` });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ message: 'Request Entity Too Large' });
    expect(invoke).not.toHaveBeenCalled();
  });
});

describe('JWT authorizer', () => {
  test('accepts a valid access token, and passes its claims on as strings', async () => {
    const exp = inSeconds(3600);
    expect((await callMe(`Bearer ${token({ 'cognito:groups': ['paid', 'vip'], exp })}`)).status).toBe(200);
    expect(lastEvent().requestContext).toMatchObject({
      authorizer: {
        jwt: {
          claims: {
            sub: 'user-1',
            token_use: 'access',
            'cognito:groups': '[paid vip]',
            exp: String(exp),
          },
          scopes: null,
        },
      },
    });
  });

  test('accepts an ID token, as on AWS, and leaves the distinction to the function', async () => {
    const idToken = token({ token_use: 'id', client_id: undefined, aud: 'web' });
    expect((await callMe(`Bearer ${idToken}`)).status).toBe(200);
    expect(lastEvent().requestContext).toMatchObject({
      authorizer: { jwt: { claims: { token_use: 'id' } } },
    });
  });

  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

  test.each([
    ['a missing token', undefined],
    ['an empty token', 'Bearer '],
    ['a malformed token', 'Bearer abc.def.ghi'],
    ['an expired token', `Bearer ${token({ exp: inSeconds(-1) })}`],
    ['a token for another client', `Bearer ${token({ client_id: 'other' })}`],
    ['a token without a client', `Bearer ${token({ client_id: undefined })}`],
    ['a token of another issuer', `Bearer ${token({ iss: `${issuer}2` })}`],
    ['a token with the signature of another key', `Bearer ${token({}, other)}`],
    ['an unsigned token', `Bearer ${token({}, privateKey, { alg: 'none' }).replace(/[^.]+$/, '')}`],
    [
      'a token with changed claims',
      `Bearer ${token().replace(/\.[^.]+\./, `.${token({ sub: 'user-2' }).split('.')[1]}.`)}`,
    ],
  ])('answers 401 for %s', async (_, authorization) => {
    const response = await callMe(authorization);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: 'Unauthorized' });
    expect(invoke).not.toHaveBeenCalled();
  });
});

describe('function result', () => {
  test('becomes status, headers and body', async () => {
    const headers = { 'content-type': 'application/json', 'x-number': 7 };
    invoke.mockResolvedValue({ statusCode: 409, headers, body: '{"error":"ü"}' });
    const response = await post({});
    expect(response.status).toBe(409);
    expect(response.headers.get('x-number')).toBe('7');
    expect(await response.text()).toBe('{"error":"ü"}');
  });

  test('is decoded from base64', async () => {
    invoke.mockResolvedValue({ statusCode: 200, body: 'AP8B', isBase64Encoded: true });
    expect(new Uint8Array(await (await post({})).arrayBuffer())).toEqual(Uint8Array.of(0, 255, 1));
  });

  test('becomes a 500 without details when the function fails', async () => {
    invoke.mockRejectedValue(new Error('Task timed out after 10 seconds'));
    const response = await post({});
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Internal Server Error' });
  });
});
