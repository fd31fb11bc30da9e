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

describe('a request', () => {
  test('reaches the function of its route in payload format 2.0', async () => {
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

  test('without query and body has neither', async () => {
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
    ['a picture', 'image/png', 'Grüße', true],
  ])('that carries %s hands its body over byte for byte', async (_, contentType, body, isBase64Encoded) => {
    await post({ body, headers: { 'content-type': contentType } });
    expect(lastEvent().isBase64Encoded).toBe(isBase64Encoded);
    expect(Buffer.from(lastEvent().body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString()).toBe(body);
  });

  test('that carries bytes which are no text loses none of them', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await post({ body: bytes, headers: { 'content-type': 'application/octet-stream' } });
    expect(Uint8Array.from(Buffer.from(lastEvent().body ?? '', 'base64'))).toEqual(bytes);
  });

  test.each([
    ['an unknown path', 'POST', '/api/nothing'],
    ['another method', 'DELETE', '/api/open'],
    ['a path below', 'POST', '/api/open/more'],
    ['a slash too many', 'POST', '/api/open/'],
  ])('for %s is not found', async (_, method, path) => {
    const response = await call(path, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'Not Found' });
    expect(invoke).not.toHaveBeenCalled();
  });

  test('of ten megabytes is taken, of more is not', async () => {
    const tenMegabytes = 'x'.repeat(10 * 1024 * 1024);
    expect((await post({ body: tenMegabytes })).status).toBe(200);
    invoke.mockClear();
    const response = await post({ body: `${tenMegabytes}x` });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ message: 'Request Entity Too Large' });
    expect(invoke).not.toHaveBeenCalled();
  });
});

describe('a token', () => {
  test('that is good is let in, its claims as text as API Gateway hands them on', async () => {
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

  test('for identity passes too, as it does on AWS: telling them apart is the function’s', async () => {
    const idToken = token({ token_use: 'id', client_id: undefined, aud: 'web' });
    expect((await callMe(`Bearer ${idToken}`)).status).toBe(200);
    expect(lastEvent().requestContext).toMatchObject({
      authorizer: { jwt: { claims: { token_use: 'id' } } },
    });
  });

  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

  test.each([
    ['missing', undefined],
    ['empty', 'Bearer '],
    ['garbled', 'Bearer abc.def.ghi'],
    ['expired', `Bearer ${token({ exp: inSeconds(-1) })}`],
    ['for another client', `Bearer ${token({ client_id: 'other' })}`],
    ['for no client', `Bearer ${token({ client_id: undefined })}`],
    ['of another issuer', `Bearer ${token({ iss: `${issuer}2` })}`],
    ['signed by somebody else', `Bearer ${token({}, other)}`],
    ['not signed', `Bearer ${token({}, privateKey, { alg: 'none' }).replace(/[^.]+$/, '')}`],
    [
      'changed afterwards',
      `Bearer ${token().replace(/\.[^.]+\./, `.${token({ sub: 'user-2' }).split('.')[1]}.`)}`,
    ],
  ])('that is %s is unauthorized, in API Gateway’s own words', async (_, authorization) => {
    const response = await callMe(authorization);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: 'Unauthorized' });
    expect(invoke).not.toHaveBeenCalled();
  });
});

describe('the function’s answer', () => {
  test('is passed on with status, headers and body', async () => {
    const headers = { 'content-type': 'application/json', 'x-number': 7 };
    invoke.mockResolvedValue({ statusCode: 409, headers, body: '{"error":"ü"}' });
    const response = await post({});
    expect(response.status).toBe(409);
    expect(response.headers.get('x-number')).toBe('7');
    expect(await response.text()).toBe('{"error":"ü"}');
  });

  test('may be bytes', async () => {
    invoke.mockResolvedValue({ statusCode: 200, body: 'AP8B', isBase64Encoded: true });
    expect(new Uint8Array(await (await post({})).arrayBuffer())).toEqual(Uint8Array.of(0, 255, 1));
  });

  test('is an error that tells nothing when the function fails', async () => {
    invoke.mockRejectedValue(new Error('Task timed out after 10 seconds'));
    const response = await post({});
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Internal Server Error' });
  });
});
