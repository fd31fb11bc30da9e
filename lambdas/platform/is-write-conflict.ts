import { S3ServiceException } from '@aws-sdk/client-s3';

/**
 * Whether S3 refused a conditional write because the object was changed or deleted in the meantime.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function isWriteConflict(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  // NoSuchKey: the object was deleted. 409: another write or deletion is in progress. 412: another write came first.
  return error.name === 'NoSuchKey' || [409, 412].includes(error.$metadata.httpStatusCode ?? 0);
}
