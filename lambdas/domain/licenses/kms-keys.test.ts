import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { kmsSigner, readPublicKeys } from './kms-keys.ts';

const kms = mockClient(KMSClient);
const client = new KMSClient({});

beforeEach(() => {
  kms.reset();
});

describe('kmsSigner', () => {
  it('lets KMS sign the message itself', async () => {
    const Signature = new Uint8Array(64).fill(7);
    kms.on(SignCommand).resolves({ Signature });
    const signer = kmsSigner(client, 'key-1');
    expect(signer.keyId).toBe('key-1');
    expect(await signer.sign(Buffer.from('message'))).toEqual(Signature);
    expect(kms.commandCalls(SignCommand)[0]?.args[0].input).toEqual({
      KeyId: 'key-1',
      Message: Buffer.from('message'),
      MessageType: 'RAW',
      SigningAlgorithm: 'ED25519_SHA_512',
    });
  });

  it('fails when KMS returns no signature', async () => {
    kms.on(SignCommand).resolves({});
    await expect(kmsSigner(client, 'key-1').sign(Buffer.from('message'))).rejects.toThrow('no signature');
  });
});

describe('readPublicKeys', () => {
  const der = (key: KeyObject) => new Uint8Array(key.export({ format: 'der', type: 'spki' }));

  it('returns each key with its id', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    kms.on(GetPublicKeyCommand).resolves({ PublicKey: der(publicKey) });
    const { x } = publicKey.export({ format: 'jwk' });
    expect(await readPublicKeys(client, ['key-1', 'key-2'])).toEqual({
      keys: ['key-1', 'key-2'].map((kid) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        x,
        kid,
        alg: 'EdDSA',
        use: 'sig',
      })),
    });
    expect(kms.commandCalls(GetPublicKeyCommand).map(({ args }) => args[0].input)).toEqual([
      { KeyId: 'key-1' },
      { KeyId: 'key-2' },
    ]);
  });

  it('fails when KMS returns no key, or one of another kind', async () => {
    kms.on(GetPublicKeyCommand).resolves({});
    await expect(readPublicKeys(client, ['key-1'])).rejects.toThrow('no public key for key-1');
    const { publicKey } = generateKeyPairSync('ed448');
    kms.on(GetPublicKeyCommand).resolves({ PublicKey: der(publicKey) });
    await expect(readPublicKeys(client, ['key-1'])).rejects.toThrow('key-1 is no Ed25519 key');
  });
});
