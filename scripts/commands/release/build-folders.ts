import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { releaseKey } from '../../../contract/records/release.ts';
import type { Platform } from '../../../contract/rules/platforms.ts';
import { type Checksums, hashStream } from './hash-stream.ts';
import { checkedFile, type OpenedFile, openFile } from './signatures/random-access-file.ts';

/** The files of a release, on a disk or in a bucket. */
export interface BuildFolder {
  /** For error messages. */
  name: string;
  /** The names of the files in the folder of a platform; none if there is no such folder. */
  list(platform: Platform): Promise<string[]>;
  hash(platform: Platform, fileName: string): Promise<Checksums>;
  /** Opens a file, to read parts of it. */
  open(platform: Platform, fileName: string): Promise<OpenedFile>;
  /** The text of a small file. */
  read(platform: Platform, fileName: string): Promise<string>;
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
    hash: (platform, fileName) => hashStream(createReadStream(join(folder, platform, fileName))),
    open: (platform, fileName) => openFile(join(folder, platform, fileName)),
    read: (platform, fileName) => readFile(join(folder, platform, fileName), 'utf8'),
  };
}

/** Files that were uploaded to the bucket by hand. */
export function bucketFolder(s3: S3Client, bucket: string, version: string): BuildFolder {
  const open = async (key: string) =>
    (await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).Body as Readable & {
      transformToString(): Promise<string>;
    };
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
    hash: async (platform, fileName) => hashStream(await open(releaseKey(version, platform, fileName))),
    async open(platform, fileName) {
      const key = { Bucket: bucket, Key: releaseKey(version, platform, fileName) };
      const { ContentLength: sizeInBytes = 0 } = await s3.send(new HeadObjectCommand(key));
      const readRange = async (offset: number, length: number) => {
        const Range = `bytes=${offset}-${offset + length - 1}`;
        const { Body: body } = await s3.send(new GetObjectCommand({ ...key, Range }));
        return Buffer.from((await body?.transformToByteArray()) ?? []);
      };
      return { ...checkedFile(sizeInBytes, readRange), close: async () => {} };
    },
    read: async (platform, fileName) =>
      (await open(releaseKey(version, platform, fileName))).transformToString(),
  };
}
