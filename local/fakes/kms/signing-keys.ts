import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import * as z from 'zod';
import { KeyServiceError } from './key-service-error.ts';

const algorithm = 'ED25519_SHA_512';
const maxMessageBytes = 4_096;

const signRequest = z.object({
  KeyId: z.string(),
  Message: z.base64(),
  MessageType: z.string().default('RAW'),
  SigningAlgorithm: z.string(),
});
const publicKeyRequest = z.object({ KeyId: z.string() });

/** RFC 8410: what precedes the 32 bytes of an Ed25519 private key in PKCS #8. */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The keys of KMS with the spec `ECC_NIST_EDWARDS25519`. Each is derived from the secret and its
 * ARN, so it stays the same after a restart.
 */
export function openSigningKeys(secret: string, keyArns: readonly string[]) {
  const keys = new Map(
    keyArns.map((arn) => {
      const seed = Buffer.from(hkdfSync('sha256', secret, '', arn, 32));
      const der = Buffer.concat([privateKeyPrefix, seed]);
      return [arn, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })];
    }),
  );

  /** Functions may name a key by its ARN or by its id. */
  function find(keyId: string) {
    const found = [...keys].find(([arn]) => arn === keyId || arn.endsWith(`:key/${keyId}`));
    if (!found) throw new KeyServiceError('NotFoundException', `Key '${keyId}' does not exist`);
    return { arn: found[0], key: found[1] };
  }

  return {
    /** @see https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html */
    Sign(request: unknown) {
      const { KeyId, Message, MessageType, SigningAlgorithm } = signRequest.parse(request);
      const { arn, key } = find(KeyId);
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
        Signature: sign(null, message, key).toString('base64'),
      };
    },

    /** @see https://docs.aws.amazon.com/kms/latest/APIReference/API_GetPublicKey.html */
    GetPublicKey(request: unknown) {
      const { arn, key } = find(publicKeyRequest.parse(request).KeyId);
      return {
        KeyId: arn,
        KeySpec: 'ECC_NIST_EDWARDS25519',
        KeyUsage: 'SIGN_VERIFY',
        SigningAlgorithms: [algorithm],
        PublicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
      };
    },
  };
}
