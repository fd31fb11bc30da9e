import { HeadObjectCommand, NotFound, type S3Client } from '@aws-sdk/client-s3';
import { resourceKey } from '../../../contract/rules/resource-files.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DownloadedObject } from '../downloads/download-signer.ts';

/** @throws AppError `not-found` */
export async function findResource(
  client: S3Client,
  bucketName: string,
  file: string,
): Promise<DownloadedObject> {
  const key = resourceKey(file);
  try {
    await client.send(new HeadObjectCommand({ Bucket: bucketName, Key: key }));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new AppError('not-found', 'There is no such file to download. Please reload the page.');
  }
  return { key };
}
