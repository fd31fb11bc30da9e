import { generateKeyPairSync } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { compose } from './compose.ts';
import { publishKeys } from './publish-keys.ts';

const keyService = mockClient(KMSClient);
const s3 = mockClient(S3Client);

const handle = () => publishKeys(compose());
const createPublicKey = (type: 'ed25519' | 'x25519') => {
  const { publicKey } = generateKeyPairSync(type as 'ed25519');
  return { jwk: publicKey.export({ format: 'jwk' }), der: publicKey.export({ format: 'der', type: 'spki' }) };
};

test('publishes every key', async () => {
  const [first, second] = [createPublicKey('ed25519'), createPublicKey('ed25519')];
  keyService.on(GetPublicKeyCommand, { KeyId: 'key-1' }).resolves({ PublicKey: first.der });
  keyService.on(GetPublicKeyCommand, { KeyId: 'key-2' }).resolves({ PublicKey: second.der });
  await handle();
  const { Body, ...file } = s3.commandCalls(PutObjectCommand)[0]?.args[0].input ?? {};
  expect(file).toEqual({
    Bucket: 'site',
    Key: '.well-known/lorewright-license-keys.json',
    ContentType: 'application/jwk-set+json',
    CacheControl: 'public, max-age=0, must-revalidate',
  });
  expect(JSON.parse(String(Body))).toEqual({
    keys: [
      { ...first.jwk, kid: 'key-1', alg: 'EdDSA', use: 'sig' },
      { ...second.jwk, kid: 'key-2', alg: 'EdDSA', use: 'sig' },
    ],
  });
});

test('publishes nothing when a key is not an Ed25519 key', async () => {
  s3.reset();
  keyService.on(GetPublicKeyCommand).resolves({ PublicKey: createPublicKey('x25519').der });
  await expect(handle()).rejects.toThrow('The key key-1 is no Ed25519 key.');
  expect(s3.calls()).toEqual([]);
});
