import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { cacheControl } from '../contract/cache-control.ts';
import { siteBuild } from '../contract/site-build.ts';
import { pictures, resources } from '../lib/site-files.ts';
import { contentTypeOf } from '../scripts/content-type-of.ts';

/** Puts the built site into its bucket, with the cache settings that the stack's deployment gives it. */
export async function syncSite(
  s3: S3Client,
  bucket: string,
  folder: string,
  settings: object,
): Promise<number> {
  const put = (key: string, body: string | Buffer) =>
    putFile(s3, bucket, key, body, key.startsWith('assets/') ? cacheControl.assets : cacheControl.pages);
  const files = await filesIn(folder);
  const putAll = (some: string[]) =>
    Promise.all(some.map(async (file) => put(file, await readFile(join(folder, file)))));
  await putAll(files.filter((file) => file !== siteBuild.file));
  await put('config.json', JSON.stringify(settings));
  // An event follows on it, and who listens to that relies on all else.
  await putAll(files.filter((file) => file === siteBuild.file));
  return files.length;
}

/** Puts the site's pictures into the media bucket, where the stack's deployment puts them. */
export function syncPictures(s3: S3Client, bucket: string): Promise<number> {
  return syncFolder(s3, bucket, pictures, cacheControl.pictures);
}

/** Puts the free resources beside the builds, where the stack's deployment puts them. */
export function syncResources(s3: S3Client, bucket: string): Promise<number> {
  return syncFolder(s3, bucket, resources, cacheControl.pages);
}

async function syncFolder(
  s3: S3Client,
  bucket: string,
  { folder, keyPrefix }: { folder: string; keyPrefix: string },
  cacheSetting: string,
): Promise<number> {
  const files = await filesIn(folder);
  await Promise.all(
    files.map(async (file) =>
      putFile(s3, bucket, `${keyPrefix}/${file}`, await readFile(join(folder, file)), cacheSetting),
    ),
  );
  return files.length;
}

/** The files of a folder and all below it, as keys of a bucket. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function putFile(s3: S3Client, bucket: string, key: string, body: string | Buffer, cacheSetting: string) {
  return s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: body,
      ContentType: contentTypeOf(key),
      CacheControl: cacheSetting,
    }),
  );
}
