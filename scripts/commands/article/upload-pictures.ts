import { HeadObjectCommand, NotFound, PutObjectCommand } from '@aws-sdk/client-s3';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import type { Picture } from '../../../publishing/pictures/cover-pictures.ts';
import type { Connection } from '../stage/connect.ts';

/** Uploads the pictures that are missing in the media bucket. */
export async function uploadPictures(
  to: Pick<Connection, 's3' | 'mediaBucket'>,
  pictures: Picture[],
  onUploaded: (key: string) => void,
): Promise<void> {
  // One at a time, because drawing one already keeps the processor busy.
  for (const { key, type, draw } of pictures) {
    if (await isThere(to, key)) continue;
    await to.s3.send(
      new PutObjectCommand({
        Bucket: to.mediaBucket,
        Key: key,
        Body: await draw(),
        ContentType: type,
        CacheControl: cacheControl.assets,
      }),
    );
    onUploaded(key);
  }
}

async function isThere(
  { s3, mediaBucket }: Pick<Connection, 's3' | 'mediaBucket'>,
  key: string,
): Promise<boolean> {
  try {
    await s3.send(new HeadObjectCommand({ Bucket: mediaBucket, Key: key }));
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}
