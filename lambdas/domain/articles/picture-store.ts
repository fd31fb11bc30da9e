import { createHash } from 'node:crypto';
import { HeadObjectCommand, NotFound, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { StoredSection } from '../../../contract/records/article.ts';
import type { UploadedPicture } from '../../../contract/records/desk-articles.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { AppError } from '../../platform/app-error.ts';
import { cleanPicture } from './clean-picture.ts';

/** The pictures of texts, in the media bucket. */
export function pictureStore(client: S3Client, bucketName: string) {
  async function exists(key: string): Promise<boolean> {
    try {
      await client.send(new HeadObjectCommand({ Bucket: bucketName, Key: key }));
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  return {
    /**
     * Stores a picture without its metadata, under a name that depends on its content. Safe to repeat.
     * @throws AppError `invalid-argument` for a file that is not a picture
     */
    async add(file: Buffer): Promise<UploadedPicture> {
      const { type, width, height, bytes } = cleanPicture(file);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      const key = `pictures/${hash}.${type === 'image/png' ? 'png' : 'jpg'}`;
      await client.send(
        new PutObjectCommand({
          Bucket: bucketName,
          Key: key,
          Body: bytes,
          ContentType: type,
          CacheControl: cacheControl.assets,
        }),
      );
      return { url: `/media/${key}`, width, height };
    },

    /** @throws AppError `invalid-argument` with the name of a picture that does not exist */
    async require(content: StoredSection[]): Promise<void> {
      const urls = content.flatMap((section) => (section.type === 'picture' ? [section.url] : []));
      for (const url of new Set(urls))
        if (!(await exists(url.replace('/media/', ''))))
          throw new AppError(
            'invalid-argument',
            `The picture ${url} does not exist. Add it with “Add a picture”, and use the line that it writes.`,
          );
    },
  };
}
