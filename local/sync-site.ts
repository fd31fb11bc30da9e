import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { siteBuild } from '../contract/records/site-build.ts';
import { cacheControl } from '../contract/rules/cache-control.ts';
import { contentTypeOf } from '../contract/rules/content-type-of.ts';
import { compressedAssets, pictures, resources } from '../lib/site-folders.ts';

/**
 * Uploads the built site to its bucket, with the cache settings of the stack's deployment. It
 * uploads only files whose content or settings differ.
 * @param settings the JSON files that a deployment adds to the build, by name
 * @returns the number of files of the site
 */
export async function syncSite(
  s3: S3Client,
  bucket: string,
  folder: string,
  settings: Readonly<Record<string, object>>,
): Promise<number> {
  const present = await listETags(s3, bucket);
  const put = (key: string, body: string | Buffer, encoding?: 'br') =>
    putFile({ s3, bucket, present }, key, body, {
      CacheControl: key.startsWith('assets/') ? cacheControl.assets : cacheControl.pages,
      ...(encoding && { ContentEncoding: encoding }),
    });
  const files = await filesIn(folder);
  const putAll = (some: string[]) =>
    Promise.all(
      some.map(async (file) => {
        const compressed = await readCompressed(folder, file);
        return compressed ? put(file, compressed, 'br') : put(file, await readFile(join(folder, file)));
      }),
    );
  await putAll(files.filter((file) => file !== siteBuild.file));
  for (const [file, content] of Object.entries(settings)) await put(file, JSON.stringify(content));
  // An event follows this upload, and its consumers read all other files.
  await putAll(files.filter((file) => file === siteBuild.file));
  return files.length;
}

/** Uploads the site's pictures to the media bucket, like the stack's deployment. */
export function syncPictures(s3: S3Client, bucket: string): Promise<number> {
  return syncFolder(s3, bucket, pictures, cacheControl.pictures);
}

/** Uploads the free resources to the bucket of the builds, like the stack's deployment. */
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
  const target = { s3, bucket, present: await listETags(s3, bucket, `${keyPrefix}/`) };
  await Promise.all(
    files.map(async (file) =>
      putFile(target, `${keyPrefix}/${file}`, await readFile(join(folder, file)), {
        CacheControl: cacheSetting,
      }),
    ),
  );
  return files.length;
}

/** Returns undefined for a file that the build does not compress. */
async function readCompressed(folder: string, file: string): Promise<Buffer | undefined> {
  if (dirname(file) !== 'assets') return undefined;
  return readFile(join(compressedAssets(folder), basename(file))).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
}

/** The files of a folder and its subfolders, as keys of a bucket. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

interface Target {
  s3: S3Client;
  bucket: string;
  /** The ETag of each object in the bucket. */
  present: ReadonlyMap<string, string>;
}

async function listETags(s3: S3Client, bucket: string, prefix = ''): Promise<ReadonlyMap<string, string>> {
  const eTags = new Map<string, string>();
  for await (const { Contents: objects = [] } of paginateListObjectsV2(
    { client: s3 },
    { Bucket: bucket, Prefix: prefix },
  )) {
    for (const { Key: key = '', ETag: eTag = '' } of objects) eTags.set(key, eTag);
  }
  return eTags;
}

async function putFile(
  { s3, bucket, present }: Target,
  key: string,
  body: string | Buffer,
  settings: { CacheControl: string; ContentEncoding?: string },
): Promise<void> {
  const object = { Bucket: bucket, Key: key };
  const headers = { ContentType: contentTypeOf(key), ...settings };
  // The ETag of an object that was uploaded in one part:
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
  if (present.get(key) === `"${createHash('md5').update(body).digest('hex')}"`) {
    const { ContentType, CacheControl, ContentEncoding } = await s3.send(new HeadObjectCommand(object));
    if (
      isDeepStrictEqual(
        { ContentEncoding: undefined, ...headers },
        { ContentEncoding, ContentType, CacheControl },
      )
    )
      return;
  }
  await s3.send(new PutObjectCommand({ ...object, ...headers, Body: body }));
}
