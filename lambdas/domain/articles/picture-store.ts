import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { HeadObjectCommand, NotFound, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { type PictureSize, pictureKey, sizesOf } from '../../../contract/content/picture-files.ts';
import type { StoredSection } from '../../../contract/records/article.ts';
import type { UploadedPicture } from '../../../contract/records/desk-articles.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { maxPictureBytes } from '../../../contract/rules/picture-limits.ts';
import { AppError } from '../../platform/app-error.ts';
import { type CleanPicture, cleanPicture } from './clean-picture.ts';

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
     * Stores a picture in its widths, narrowest first, without its metadata and under names that depend on its content. Safe to repeat: texts name
     * the widest file, which is stored when all others are.
     * @throws AppError `invalid-argument` for files that are not a picture in its widths
     */
    async add(files: Buffer[]): Promise<UploadedPicture> {
      if (files.reduce((bytes, file) => bytes + file.length, 0) > maxPictureBytes)
        throw new AppError(
          'invalid-argument',
          `The picture has more than ${maxPictureBytes / 1_000_000} MB in all its widths.`,
        );
      const pictures = files.map(cleanPicture);
      const { type, width, height } = requireWidths(pictures);
      const hash = createHash('sha256');
      for (const { bytes } of pictures) hash.update(bytes);
      const name = hash.digest('hex').slice(0, 16);
      const keyOf = (size: PictureSize) => pictureKey(name, size, type === 'image/png' ? 'png' : 'jpg');
      for (const picture of pictures)
        await client.send(
          new PutObjectCommand({
            Bucket: bucketName,
            Key: keyOf(picture),
            Body: picture.bytes,
            ContentType: type,
            CacheControl: cacheControl.assets,
          }),
        );
      return { url: `/media/${keyOf({ width, height })}`, width, height };
    },

    /**
     * Checks the pictures of a text before it is stored.
     * @throws AppError `invalid-argument` with the name of a picture that does not exist
     */
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

/**
 * @returns the widest
 * @throws AppError `invalid-argument` unless the files are one picture in all its widths
 */
function requireWidths(pictures: CleanPicture[]): CleanPicture {
  const widest = pictures.at(-1);
  const given = pictures.map(({ type, width, height }) => ({ type, width, height }));
  const expected = widest && sizesOf(widest).map((size) => ({ type: widest.type, ...size }));
  if (widest && isDeepStrictEqual(given, expected)) return widest;
  throw new AppError(
    'invalid-argument',
    'The files are not one picture in its widths. Add the picture again.',
  );
}
