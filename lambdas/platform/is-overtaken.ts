import { S3ServiceException } from '@aws-sdk/client-s3';

/**
 * Whether S3 refused a conditional write because another write or a deletion of the same object came first.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function isOvertaken(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  // 404: the object was deleted. 409: another write or a deletion is under way.
  return error.name === 'NoSuchKey' || [409, 412].includes(error.$metadata.httpStatusCode ?? 0);
}
