import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const secrets = mockClient(SecretsManagerClient);

beforeEach(() => {
  // Fresh modules: secrets that were read are kept.
  vi.resetModules();
  secrets.reset();
  vi.stubEnv('STRIPE_SECRET_KEY_ARN', 'arn:key');
  return () => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  };
});

describe('a secret', () => {
  test('is read once and kept, until it is five minutes old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'sk_test_old' });
    const { readSecret } = await import('./stripe.ts');
    expect(await readSecret('arn:key', 'key')).toBe('sk_test_old');
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'sk_test_rotated' });
    expect(await readSecret('arn:key', 'key')).toBe('sk_test_old');
    expect(secrets.calls()).toHaveLength(1);

    vi.setSystemTime(Date.now() + 5 * 60 * 1000 + 1);

    expect(await readSecret('arn:key', 'key')).toBe('sk_test_rotated');
  });

  test.each([
    ['key', 'sk_live_1'],
    ['key', 'rk_live_1'],
    ['webhook secret', 'whsec_1'],
  ] as const)('of the kind %s may be %s', async (kind, value) => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: value });
    const { readSecret } = await import('./stripe.ts');
    expect(await readSecret('arn:secret', kind)).toBe(value);
  });

  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['what the deployment made up', 'placeholder-7Q2'],
    ['a secret of another kind', 'whsec_7Q2'],
  ])('that holds %s is an error, which does not tell it', async (_, value) => {
    secrets.on(GetSecretValueCommand).resolves(value === undefined ? {} : { SecretString: value });
    const { readSecret } = await import('./stripe.ts');
    const failure = await readSecret('arn:key', 'key').catch(String);
    expect(failure).toContain('Payments are not set up on this site yet.');
    expect(failure).not.toContain('7Q2');
  });
});

describe('the Stripe account', () => {
  async function account() {
    secrets.on(GetSecretValueCommand, { SecretId: 'arn:key' }).resolves({ SecretString: 'sk_test_1' });
    const { stripeAccount } = await import('./stripe.ts');
    return (await stripeAccount()()) as unknown as { getApiField(name: string): unknown };
  }

  test('is at Stripe itself unless something else is configured', async () => {
    const stripe = await account();
    expect(stripe.getApiField('host')).toBe('api.stripe.com');
    expect(stripe.getApiField('protocol')).toBe('https');
  });

  test('is where STRIPE_API_URL leads', async () => {
    vi.stubEnv('STRIPE_API_URL', 'http://127.0.0.1:4242');
    const stripe = await account();
    expect(stripe.getApiField('protocol')).toBe('http');
    expect(stripe.getApiField('host')).toBe('127.0.0.1');
    expect(stripe.getApiField('port')).toBe(4242);
  });

  test('cannot be had without its key’s name', async () => {
    vi.stubEnv('STRIPE_SECRET_KEY_ARN', '');
    const { stripeAccount } = await import('./stripe.ts');
    expect(() => stripeAccount()).toThrow('STRIPE_SECRET_KEY_ARN');
  });
});
