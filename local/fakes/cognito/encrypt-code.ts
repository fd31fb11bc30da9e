import { buildEncrypt } from '@aws-crypto/encrypt-node';
import { getClient, KMS, KmsKeyringNode } from '@aws-crypto/kms-keyring-node';
import { CommitmentPolicy } from '@aws-crypto/material-management-node';

interface Keys {
  /** Where KMS answers. */
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  keyArn: string;
  poolId: string;
}

/** Cognito's messages are of this kind, as the header of one in AWS's own examples says: without key commitment, signed. */
const { encrypt } = buildEncrypt(CommitmentPolicy.FORBID_ENCRYPT_ALLOW_DECRYPT);

/**
 * Encrypts codes as Cognito does on their way to a function that sends its mails.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-sender-triggers.html
 */
export function codeEncryption({ endpoint, credentials, keyArn, poolId }: Keys) {
  const keyring = new KmsKeyringNode({
    generatorKeyId: keyArn,
    clientProvider: getClient(KMS, { endpoint, credentials }),
  });
  return async (code: string): Promise<string> => {
    const { result } = await encrypt(keyring, code, { encryptionContext: { 'userpool-id': poolId } });
    return result.toString('base64');
  };
}
