import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { unsubscribeKey } from './unsubscribe-key.ts';

vi.stubEnv('UNSUBSCRIBE_KEY_ARN', 'arn:key');
const secrets = mockClient(SecretsManagerClient);

beforeEach(() => {
  secrets.reset();
});

test('the key is read once, and then kept for a while', async () => {
  secrets.on(GetSecretValueCommand, { SecretId: 'arn:key' }).resolves({ SecretString: 'k'.repeat(64) });
  const key = unsubscribeKey();
  expect([await key(), await key()]).toEqual(['k'.repeat(64), 'k'.repeat(64)]);
  expect(secrets.calls()).toHaveLength(1);
});

test.each([undefined, '', 'short'])('nothing is signed with %j', async (SecretString) => {
  secrets.on(GetSecretValueCommand).resolves(SecretString === undefined ? {} : { SecretString });
  await expect(unsubscribeKey()()).rejects.toThrow('missing');
});
