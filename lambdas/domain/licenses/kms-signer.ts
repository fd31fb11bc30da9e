import { type KMSClient, SignCommand } from '@aws-sdk/client-kms';
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
