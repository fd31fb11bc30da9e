import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { KeyServiceError, openSigningKeys, type SigningKey } from './signing-keys.ts';

const encryptionContext = z.record(z.string(), z.string()).default({});
const generateDataKey = z.object({
  KeyId: z.string(),
  NumberOfBytes: z.int(),
  EncryptionContext: encryptionContext,
});
const decrypt = z.object({
  KeyId: z.string().optional(),
  CiphertextBlob: z.base64(),
  EncryptionContext: encryptionContext,
});

export type KeyService = ReturnType<typeof openKeyService>;

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * KMS with one key for codes, which supports the calls that the AWS Encryption SDK makes, and with
 * keys that sign. All are derived from the secret.
 */
export function openKeyService(secret: string, keyArn: string, signingKeys: readonly SigningKey[] = []) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', keyArn, 32));

  function requireKey(keyId: string): void {
    if (keyId !== keyArn) throw new KeyServiceError('NotFoundException', `Key '${keyId}' does not exist`);
  }

  return {
    ...openSigningKeys(secret, signingKeys),

    /** @see https://docs.aws.amazon.com/kms/latest/APIReference/API_GenerateDataKey.html */
    GenerateDataKey(request: unknown) {
      const { KeyId, NumberOfBytes, EncryptionContext } = generateDataKey.parse(request);
      requireKey(KeyId);
      const dataKey = randomBytes(NumberOfBytes);
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(encodeContext(EncryptionContext));
      const sealed = [cipher.update(dataKey), cipher.final()];
      return {
        KeyId: keyArn,
        Plaintext: dataKey.toString('base64'),
        CiphertextBlob: Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString('base64'),
      };
    },

    /** @see https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html */
    Decrypt(request: unknown) {
      const { KeyId = keyArn, CiphertextBlob, EncryptionContext } = decrypt.parse(request);
      requireKey(KeyId);
      const blob = Buffer.from(CiphertextBlob, 'base64');
      try {
        const decipher = createDecipheriv(algorithm, key, blob.subarray(0, ivBytes))
          .setAAD(encodeContext(EncryptionContext))
          .setAuthTag(blob.subarray(-tagBytes));
        const dataKey = [decipher.update(blob.subarray(ivBytes, -tagBytes)), decipher.final()];
        return { KeyId: keyArn, Plaintext: Buffer.concat(dataKey).toString('base64') };
      } catch {
        throw new KeyServiceError(
          'InvalidCiphertextException',
          'The ciphertext belongs to another key or encryption context.',
        );
      }
    },
  };
}

/** The order of entries does not matter in an encryption context. */
function encodeContext(context: Record<string, string>): Buffer {
  const entries = Object.entries(context).sort(([left], [right]) => (left < right ? -1 : 1));
  return Buffer.from(JSON.stringify(entries));
}
