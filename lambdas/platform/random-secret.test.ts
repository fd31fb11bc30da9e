import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { randomSecret } from './random-secret.ts';

const secrets = mockClient(SecretsManagerClient);

beforeEach(() => {
  secrets.reset();
});

test('reads the secret once and keeps it for a while', async () => {
  secrets.on(GetSecretValueCommand, { SecretId: 'arn:key' }).resolves({ SecretString: 'k'.repeat(64) });
  const key = randomSecret('arn:key');
  expect([await key(), await key()]).toEqual(['k'.repeat(64), 'k'.repeat(64)]);
  expect(secrets.calls()).toHaveLength(1);
});

test.each([undefined, '', 'short'])('rejects %j as a secret', async (SecretString) => {
  secrets.on(GetSecretValueCommand).resolves(SecretString === undefined ? {} : { SecretString });
  await expect(randomSecret('arn:key')()).rejects.toThrow('missing');
});
