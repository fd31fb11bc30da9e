import { createPublicKey } from 'node:crypto';
import { GetPublicKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { JSONWebKeySet } from 'jose';

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
