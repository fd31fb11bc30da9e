import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';

interface StoredRecord<Content> {
  /** Undefined while there is no object. */
  record: Content | undefined;
  etag: string | undefined;
}

/**
 * A JSON object that several writers can change at once without losing a change. Its ETag is the MD5 of its content, so a record whose
 * content can repeat needs a field that does not.
 * @param cacheControl for a record that browsers read
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function s3Record<Content>(client: S3Client, bucketName: string, key: string, cacheControl?: string) {
  const object = { Bucket: bucketName, Key: key };
  return {
    async read(): Promise<StoredRecord<Content>> {
      try {
        const { Body: body, ETag: etag } = await client.send(new GetObjectCommand(object));
        return { record: JSON.parse((await body?.transformToString()) ?? ''), etag };
      } catch (error) {
        if (error instanceof NoSuchKey) return { record: undefined, etag: undefined };
        throw error;
      }
    },

    /**
     * Replaces the record if it is still the one that was read.
     * @returns the new ETag; undefined when another write or a deletion came first
     */
    async replace(record: Content, previousEtag: string | undefined): Promise<string | undefined> {
      try {
        const { ETag: etag = '' } = await client.send(
          new PutObjectCommand({
            ...object,
            Body: JSON.stringify(record),
            ContentType: 'application/json',
            ...(cacheControl ? { CacheControl: cacheControl } : {}),
            ...(previousEtag ? { IfMatch: previousEtag } : { IfNoneMatch: '*' }),
          }),
        );
        return etag;
      } catch (error) {
        if (isWriteConflict(error)) return undefined;
        throw error;
      }
    },
  };
}

/**
 * Whether S3 refused a conditional write because the object was changed or deleted in the meantime.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function isWriteConflict(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  // NoSuchKey: the object was deleted. 409: another write or deletion is in progress. 412: another write came first.
  return error.name === 'NoSuchKey' || [409, 412].includes(error.$metadata.httpStatusCode ?? 0);
}
