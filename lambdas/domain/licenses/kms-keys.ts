import { createPublicKey } from 'node:crypto';
import { GetPublicKeyCommand, type KMSClient, SignCommand } from '@aws-sdk/client-kms';
import type { JSONWebKeySet } from 'jose';
import type { LicenseSigner } from './sign-license.ts';

/** Signs with a key of KMS, which signs the message itself, not a digest. */
export function kmsSigner(kms: KMSClient, keyId: string): LicenseSigner {
  return {
    keyId,
    async sign(message) {
      const { Signature: signature } = await kms.send(
        new SignCommand({
          KeyId: keyId,
          Message: message,
          MessageType: 'RAW',
          SigningAlgorithm: 'ED25519_SHA_512',
        }),
      );
      if (!signature) throw new Error('KMS returned no signature.');
      return signature;
    },
  };
}

/**
 * Reads the public keys of all keys that have signed licenses or will.
 * @returns a JSON Web Key Set (RFC 7517) with Ed25519 keys (RFC 8037)
 */
export async function readPublicKeys(kms: KMSClient, keyIds: string[]): Promise<JSONWebKeySet> {
  return { keys: await Promise.all(keyIds.map((keyId) => readPublicKey(kms, keyId))) };
}

async function readPublicKey(kms: KMSClient, keyId: string): Promise<JSONWebKeySet['keys'][number]> {
  const { PublicKey: der } = await kms.send(new GetPublicKeyCommand({ KeyId: keyId }));
  if (!der) throw new Error(`KMS returned no public key for ${keyId}.`);
  const { kty, crv, x } = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' }).export({
    format: 'jwk',
  });
  if (crv !== 'Ed25519') throw new Error(`The key ${keyId} is no Ed25519 key.`);
  return { kty, crv, x, kid: keyId, alg: 'EdDSA', use: 'sig' } as JSONWebKeySet['keys'][number];
}
