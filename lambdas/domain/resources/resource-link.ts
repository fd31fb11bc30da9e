import { GetObjectCommand, HeadObjectCommand, NotFound, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ResponseOf } from '../../../contract/operations/operations.ts';
import { resourceKey } from '../../../contract/rules/resource-files.ts';
import { AppError } from '../../platform/app-error.ts';

const linkValidForSeconds = 5 * 60;

/** @throws AppError `not-found` */
export async function resourceLink(
  client: S3Client,
  bucketName: string,
  file: string,
): Promise<ResponseOf<'downloadResource'>> {
  const object = { Bucket: bucketName, Key: resourceKey(file) };
  try {
    await client.send(new HeadObjectCommand(object));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new AppError('not-found', 'There is no such file to download. Please reload the page.');
  }
  const fileName = file.split('/').at(-1) ?? file;
  const command = new GetObjectCommand({
    ...object,
    ResponseContentDisposition: `attachment; filename="${fileName}"`,
  });
  return { url: await getSignedUrl(client, command, { expiresIn: linkValidForSeconds }), fileName };
}
