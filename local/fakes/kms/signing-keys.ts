import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import * as z from 'zod';

/** `name` is the error name of KMS. */
export class KeyServiceError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export interface SigningKey {
  arn: string;
  spec: keyof typeof specs;
}

/** The specs of keys, with the algorithm that signs a message and not its digest. */
const specs = {
  ECC_NIST_EDWARDS25519: { algorithm: 'ED25519_SHA_512', hash: null, create: createEd25519 },
  ECC_NIST_P256: { algorithm: 'ECDSA_SHA_256', hash: 'sha256', create: createP256 },
} as const;

const maxMessageBytes = 4_096;

const signRequest = z.object({
  KeyId: z.string(),
  Message: z.base64(),
  MessageType: z.string().default('RAW'),
  SigningAlgorithm: z.string(),
});
const publicKeyRequest = z.object({ KeyId: z.string() });

/** The prefix of the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function createEd25519(seed: Buffer): KeyObject {
  const der = Buffer.concat([privateKeyPrefix, seed]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function createP256(seed: Buffer): KeyObject {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(seed);
  const point = pair.getPublicKey();
  const encode = (bytes: Buffer) => bytes.toString('base64url');
  const [d, x, y] = [seed, point.subarray(1, 33), point.subarray(33)].map(encode);
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' });
}

/**
 * The keys of KMS that sign. Each is derived from the secret and its ARN, so it stays the same after
 * a restart.
 */
export function openSigningKeys(secret: string, signingKeys: readonly SigningKey[]) {
  const keys = signingKeys.map(({ arn, spec }) => {
    const seed = Buffer.from(hkdfSync('sha256', secret, '', arn, 32));
    const { algorithm, hash, create } = specs[spec];
    return { arn, spec, algorithm, hash, key: create(seed) };
  });

  /** Functions may name a key by its ARN or by its id. */
  function find(keyId: string) {
    const found = keys.find(({ arn }) => arn === keyId || arn.endsWith(`:key/${keyId}`));
    if (!found) throw new KeyServiceError('NotFoundException', `Key '${keyId}' does not exist`);
    return found;
  }

  return {
    /** @see https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html */
    Sign(request: unknown) {
      const { KeyId, Message, MessageType, SigningAlgorithm } = signRequest.parse(request);
      const { arn, key, algorithm, hash } = find(KeyId);
      const message = Buffer.from(Message, 'base64');
      if (SigningAlgorithm !== algorithm || MessageType !== 'RAW')
        throw new KeyServiceError(
          'InvalidKeyUsageException',
          `${SigningAlgorithm} with the message type ${MessageType} is not supported by this key.`,
        );
      if (message.length < 1 || message.length > maxMessageBytes)
        throw new KeyServiceError(
          'ValidationException',
          `The message must have 1 to ${maxMessageBytes} bytes.`,
        );
      return {
        KeyId: arn,
        SigningAlgorithm,
        Signature: sign(hash, message, key).toString('base64'),
      };
    },

    /** @see https://docs.aws.amazon.com/kms/latest/APIReference/API_GetPublicKey.html */
    GetPublicKey(request: unknown) {
      const { arn, key, spec, algorithm } = find(publicKeyRequest.parse(request).KeyId);
      return {
        KeyId: arn,
        KeySpec: spec,
        KeyUsage: 'SIGN_VERIFY',
        SigningAlgorithms: [algorithm],
        PublicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
      };
    },
  };
}
