import { buildDecrypt } from '@aws-crypto/decrypt-node';
import { getClient, KMS, KmsKeyringNode } from '@aws-crypto/kms-keyring-node';
import { CommitmentPolicy } from '@aws-crypto/material-management-node';
import { forApiFunctions } from './aws/timeouts.ts';

/** Cognito's messages have no key commitment: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-email-sender.html */
const { decrypt } = buildDecrypt(CommitmentPolicy.REQUIRE_ENCRYPT_ALLOW_DECRYPT);

/** Decrypts the codes that Cognito encrypts with this key for the function that sends its emails. */
export function codeDecryption(keyArn: string): (encrypted: string) => Promise<string> {
  // The keyring creates its own client, which reads region and credentials from the environment.
  const keyring = new KmsKeyringNode({ keyIds: [keyArn], clientProvider: getClient(KMS, forApiFunctions) });
  return async (encrypted) => {
    const { plaintext } = await decrypt(keyring, Buffer.from(encrypted, 'base64'));
    return plaintext.toString('utf8');
  };
}
