import {
  CognitoIdentityProviderClient,
  GetUserPoolMfaConfigCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { checkPasskeys } from './check-passkeys.ts';

const cognito = new CognitoIdentityProviderClient({});
const pool = mockClient(cognito);
const withPasskeys = { passkeyDomain: 'lorewright.example', userPoolId: 'pool-1' };

beforeEach(() => {
  pool.reset();
  pool
    .on(GetUserPoolMfaConfigCommand, { UserPoolId: 'pool-1' })
    .resolves({ WebAuthnConfiguration: { RelyingPartyId: 'lorewright.example' } });
});

it.each(['https://lorewright.example', 'https://www.lorewright.example'])('accepts %s', async (siteUrl) => {
  expect(await checkPasskeys(cognito, siteUrl, withPasskeys)).toMatchObject({ outcome: 'ok' });
});

it.each(['https://d1.cloudfront.net', 'https://notlorewright.example', 'https://example'])(
  'warns that browsers refuse the passkeys at %s',
  async (siteUrl) => {
    expect(await checkPasskeys(cognito, siteUrl, withPasskeys)).toMatchObject({
      outcome: 'warning',
      says: expect.stringContaining(new URL(siteUrl).hostname),
    });
  },
);

it('warns when the user pool belongs to another domain than the settings say', async () => {
  pool
    .on(GetUserPoolMfaConfigCommand)
    .resolves({ WebAuthnConfiguration: { RelyingPartyId: 'before.example' } });
  expect(await checkPasskeys(cognito, 'https://lorewright.example', withPasskeys)).toMatchObject({
    outcome: 'warning',
    says: 'belong to before.example, but visitors use lorewright.example: browsers refuse them there',
  });
});

it('warns when the site offers passkeys, and the user pool has none', async () => {
  pool.on(GetUserPoolMfaConfigCommand).resolves({});
  expect(await checkPasskeys(cognito, 'https://lorewright.example', withPasskeys)).toMatchObject({
    outcome: 'warning',
    says: 'are offered by the site, but the user pool has none',
  });
});

it('reports that a stage without a domain has no passkeys', async () => {
  expect(await checkPasskeys(cognito, 'https://d1.cloudfront.net', { userPoolId: 'pool-1' })).toMatchObject({
    outcome: 'ok',
    says: 'are off, because the stage has no domain',
  });
});
