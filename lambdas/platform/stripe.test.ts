import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const secrets = mockClient(SecretsManagerClient);

beforeEach(() => {
  // Fresh modules, because secrets are cached.
  vi.resetModules();
  secrets.reset();
  vi.stubEnv('STRIPE_SECRET_KEY_ARN', 'arn:key');
  return () => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  };
});

const unusable: [string, string | undefined][] = [
  ['nothing', undefined],
  ['an empty text', ''],
  ['the placeholder of the deployment', 'placeholder-7Q2'],
];

describe('the key', () => {
  const readKey = async () => (await import('./stripe.ts')).readKey('arn:key');

  test('is read once and kept for five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'sk_test_old' });
    expect(await readKey()).toBe('sk_test_old');
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'sk_test_rotated' });
    expect(await readKey()).toBe('sk_test_old');
    expect(secrets.calls()).toHaveLength(1);

    vi.setSystemTime(Date.now() + 5 * 60 * 1000 + 1);

    expect(await readKey()).toBe('sk_test_rotated');
  });

  test.each(['sk_live_1', 'rk_live_1'])('may be %s', async (value) => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: value });
    expect(await readKey()).toBe(value);
  });

  test.each<[string, string | undefined]>([...unusable, ['a secret of another kind', 'whsec_7Q2']])(
    'is rejected if it is %s, without revealing it',
    async (_, value) => {
      secrets.on(GetSecretValueCommand).resolves(value === undefined ? {} : { SecretString: value });
      const failure = await readKey().catch(String);
      expect(failure).toContain('Payments are not set up on this site yet.');
      expect(failure).not.toContain('7Q2');
    },
  );
});

describe('the webhook secrets', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.stubEnv('STRIPE_WEBHOOK_SECRET_ARN', 'arn:webhook');
  });
  const store = (SecretString: string) =>
    secrets.on(GetSecretValueCommand, { SecretId: 'arn:webhook' }).resolves({ SecretString });
  const letPass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const open = async () => (await import('./stripe.ts')).webhookSecrets();

  test.each([
    ['whsec_1', ['whsec_1']],
    [' whsec_1\n', ['whsec_1']],
    ['whsec_new whsec_old', ['whsec_new', 'whsec_old']],
    ['whsec_new,whsec_old', ['whsec_new', 'whsec_old']],
    ['whsec_new,\n  whsec_old', ['whsec_new', 'whsec_old']],
  ])('are read from %j as %j', async (text, values) => {
    store(text);
    expect(await (await open()).current()).toEqual(values);
  });

  test.each<[string, string | undefined]>([
    ...unusable,
    ['a secret of another kind', 'sk_test_7Q2'],
    ['a good secret and one of another kind', 'whsec_7Q2 sk_test_7Q2'],
  ])('are rejected if they are %s, without revealing them', async (_, value) => {
    secrets.on(GetSecretValueCommand).resolves(value === undefined ? {} : { SecretString: value });
    const failure = await (await open()).current().catch(String);
    expect(failure).toContain('Payments are not set up on this site yet.');
    expect(failure).not.toContain('7Q2');
  });

  test('are kept for a minute', async () => {
    store('whsec_1');
    const { current } = await open();
    await current();
    store('whsec_2');
    letPass(59);
    expect(await current()).toEqual(['whsec_1']);
    letPass(2);
    expect(await current()).toEqual(['whsec_2']);
    expect(secrets.calls()).toHaveLength(2);
  });

  test('are read again before that on request, and then kept', async () => {
    store('whsec_1');
    const { current, renewed } = await open();
    await current();
    store('whsec_2 whsec_1');
    expect(await renewed()).toEqual(['whsec_2', 'whsec_1']);
    expect(await current()).toEqual(['whsec_2', 'whsec_1']);
    expect(secrets.calls()).toHaveLength(2);
  });

  test('are read again at most once a minute, even while that fails', async () => {
    const { renewed } = await open();
    secrets.on(GetSecretValueCommand).rejects(new Error('away'));
    await expect(renewed()).rejects.toThrow('away');
    store('whsec_1');
    letPass(59);
    expect(await renewed()).toBeNull();
    expect(secrets.calls()).toHaveLength(1);
    letPass(1);
    expect(await renewed()).toEqual(['whsec_1']);
  });

  test('are read again only once for many requests at once', async () => {
    store('whsec_1');
    const { renewed } = await open();
    const answers = await Promise.all([renewed(), renewed(), renewed()]);
    expect(answers).toEqual([['whsec_1'], null, null]);
    expect(secrets.calls()).toHaveLength(1);
  });
});

describe('the Stripe account', () => {
  async function account() {
    secrets.on(GetSecretValueCommand, { SecretId: 'arn:key' }).resolves({ SecretString: 'sk_test_1' });
    const { stripeAccount } = await import('./stripe.ts');
    return (await stripeAccount()()) as unknown as { getApiField(name: string): unknown };
  }

  test("uses Stripe's own host by default", async () => {
    const stripe = await account();
    expect(stripe.getApiField('host')).toBe('api.stripe.com');
    expect(stripe.getApiField('protocol')).toBe('https');
  });

  test('uses the host of STRIPE_API_URL', async () => {
    vi.stubEnv('STRIPE_API_URL', 'http://127.0.0.1:4242');
    const stripe = await account();
    expect(stripe.getApiField('protocol')).toBe('http');
    expect(stripe.getApiField('host')).toBe('127.0.0.1');
    expect(stripe.getApiField('port')).toBe(4242);
  });

  test('asks a silent Stripe twice, in less than half the time of an API function', async () => {
    const stripe = await account();
    const attempts = 1 + Number(stripe.getApiField('maxNetworkRetries'));
    expect(attempts).toBe(2);
    expect(attempts * Number(stripe.getApiField('timeout'))).toBeLessThan(25_000 / 2);
  });

  test('requires the name of its key', async () => {
    vi.stubEnv('STRIPE_SECRET_KEY_ARN', '');
    const { stripeAccount } = await import('./stripe.ts');
    expect(() => stripeAccount()).toThrow('STRIPE_SECRET_KEY_ARN');
  });
});
