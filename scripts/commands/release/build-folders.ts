import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { releaseKey } from '../../../contract/records/release.ts';
import type { Platform } from '../../../contract/rules/platforms.ts';

/** The files of a release, on a disk or in a bucket. */
export interface BuildFolder {
  /** For error messages. */
  name: string;
  /** The names of the files in the folder of a platform; none if there is no such folder. */
  list(platform: Platform): Promise<string[]>;
  read(platform: Platform, fileName: string): Promise<Buffer>;
}

/** The size of the largest file that Node reads as a whole. */
const maxBytes = 2 ** 31 - 1;

/** @throws Error when a file cannot be read as a whole */
function refuseLarge(name: string, sizeInBytes: number): void {
  if (sizeInBytes > maxBytes)
    throw new Error(
      `${name} has 2 GiB or more, and this command reads smaller files only. Leave large files out of the build: the app can download them later.`,
    );
}

/** @throws Error when there is no such folder on this machine */
export async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!found?.isDirectory())
    throw new Error(found ? `${resolve(folder)} is not a folder.` : `There is no folder ${resolve(folder)}.`);
}

/** A folder on this machine, with one folder per platform. */
export function localFolder(folder: string): BuildFolder {
  return {
    name: folder,
    list: (platform) =>
      readdir(join(folder, platform)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
        throw error;
      }),
    async read(platform, fileName) {
      const name = `${folder}/${platform}/${fileName}`;
      const path = join(folder, platform, fileName);
      const explain = (error: NodeJS.ErrnoException) => {
        throw new Error(`${name} cannot be read: ${error.message}`, { cause: error });
      };
      refuseLarge(name, (await stat(path).catch(explain)).size);
      return readFile(path).catch(explain);
    },
  };
}

/** Files that were uploaded to the bucket by hand. */
export function bucketFolder(s3: S3Client, bucket: string, version: string): BuildFolder {
  return {
    name: `releases/${version}`,
    async list(platform) {
      const prefix = releaseKey(version, platform, '');
      const names: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client: s3 },
        { Bucket: bucket, Prefix: prefix },
      )) {
        names.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length)));
      }
      // The console creates an empty object for a folder.
      return names.filter((name) => name && !name.includes('/'));
    },
    async read(platform, fileName) {
      const Key = releaseKey(version, platform, fileName);
      const object = { Bucket: bucket, Key };
      const { ContentLength: size = 0 } = await s3.send(new HeadObjectCommand(object));
      refuseLarge(Key, size);
      return buffer((await s3.send(new GetObjectCommand(object))).Body as Readable);
    },
  };
}
