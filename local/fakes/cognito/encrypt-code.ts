import { buildEncrypt } from '@aws-crypto/encrypt-node';
import { getClient, KMS, KmsKeyringNode } from '@aws-crypto/kms-keyring-node';
import { CommitmentPolicy } from '@aws-crypto/material-management-node';

interface Keys {
  /** The endpoint of KMS. */
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  keyArn: string;
  poolId: string;
}

/** Cognito encrypts without key commitment, as the header of a message in the AWS examples shows. */
const { encrypt } = buildEncrypt(CommitmentPolicy.FORBID_ENCRYPT_ALLOW_DECRYPT);

/**
 * Encrypts codes for the CustomEmailSender function, as Cognito does.
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
