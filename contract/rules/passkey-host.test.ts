import { describe, expect, it } from 'vitest';
import { isPasskeyHost } from './passkey-host.ts';

describe('isPasskeyHost', () => {
  it.each(['example.com', 'account.example.com', 'a.b.example.com'])(
    'accepts %s for passkeys of example.com',
    (host) => {
      expect(isPasskeyHost(host, 'example.com')).toBe(true);
    },
  );

  it.each(['evilexample.com', 'example.com.evil.test', 'other.test', 'com'])(
    'refuses %s for passkeys of example.com',
    (host) => {
      expect(isPasskeyHost(host, 'example.com')).toBe(false);
    },
  );

  it('refuses the parent domain for passkeys of a subdomain', () => {
    expect(isPasskeyHost('example.com', 'account.example.com')).toBe(false);
  });
});
