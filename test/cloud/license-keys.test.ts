import { createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { siteUrl } from './site.ts';

test('publishes the public keys of licenses for programs', async () => {
  const response = await fetch(`${siteUrl}/.well-known/lorewright-license-keys.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/jwk-set+json');
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const { keys } = await response.json();
  expect(keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), alg: 'EdDSA', use: 'sig' },
  ]);
  expect(createPublicKey({ key: keys[0], format: 'jwk' }).asymmetricKeyType).toBe('ed25519');
});
