import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.stubEnv('USER_POOL_ID', 'us-east-1_Pool');
vi.stubEnv('USER_POOL_CLIENT_ID', 'web');
vi.stubEnv('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER', undefined);
const { accessTokens } = await import('./access-tokens.ts');

const issuer = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Pool';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' };

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
function token(change: object = {}, key: KeyObject = privateKey, header: object = {}) {
  const claims = { iss: issuer, sub: 'user-1', client_id: 'web', token_use: 'access', exp: inSeconds(60) };
  const content = `${encode({ alg: 'RS256', kid: 'key-1', ...header })}.${encode({ ...claims, ...change })}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
}

const asked = vi.spyOn(globalThis, 'fetch');
beforeEach(() => {
  asked.mockReset().mockImplementation(async () => Response.json({ keys: [jwk] }));
});

describe('accessTokens', () => {
  it('accepts an access token, and reads the keys of the pool once', async () => {
    const tokens = accessTokens();
    expect(await tokens.verify(token())).toEqual({ userId: 'user-1', groups: [] });
    expect(await tokens.verify(token({ 'cognito:groups': ['paid', 'other', 'vip'] }))).toEqual({
      userId: 'user-1',
      groups: ['vip', 'paid'],
    });
    expect(asked.mock.calls.map(([url]) => String(url))).toEqual([`${issuer}/.well-known/jwks.json`]);
  });

  it('reads the keys where the SDK finds Cognito', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER', 'http://127.0.0.1:4000');
    const tokens = accessTokens();
    vi.stubEnv('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER', undefined);
    await tokens.verify(token());
    expect(String(asked.mock.lastCall?.[0])).toBe(
      'http://127.0.0.1:4000/us-east-1_Pool/.well-known/jwks.json',
    );
  });

  const [header, , signature] = token().split('.');
  it.each([
    ['no token', ''],
    ['a word', 'token'],
    ['a token of another client', token({ client_id: 'other' })],
    ['a token of another pool', token({ iss: `${issuer}2` })],
    ['an ID token', token({ token_use: 'id', client_id: undefined, aud: 'web' })],
    ['a token without a use', token({ token_use: undefined })],
    ['a token that another key signed', token({}, other)],
    ['a token with an unknown key', token({}, other, { kid: 'key-2' })],
    ['a token without a key', token({}, privateKey, { kid: undefined })],
    ['an unsigned token', token({}, privateKey, { alg: 'none' }).replace(/[^.]+$/, '')],
    ['a token with an algorithm that needs another key', token({}, privateKey, { alg: 'HS256' })],
    ['a token with changed claims', `${header}.${encode({ sub: 'user-2' })}.${signature}`],
  ])('refuses %s', async (_, text) => {
    await expect(accessTokens().verify(text)).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Please sign in again.',
    });
  });

  it('fails when Cognito answers with something else than keys', async () => {
    asked.mockImplementation(async () => Response.json({}));
    await expect(accessTokens().verify(token())).rejects.not.toMatchObject({ code: 'unauthenticated' });
  });

  it('says that a session has expired', async () => {
    await expect(accessTokens().verify(token({ exp: inSeconds(-1) }))).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Your session has expired. Please sign in again.',
    });
  });

  it('reports missing keys as a failure of ours, and recovers', async () => {
    const tokens = accessTokens();
    asked.mockImplementationOnce(async () => new Response('', { status: 500 }));
    await expect(tokens.verify(token())).rejects.toThrow('Cognito answered 500 to the request for its keys.');
    expect(await tokens.verify(token())).toMatchObject({ userId: 'user-1' });
  });
});
