import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { bucketFolder, localFolder } from './build-folders.ts';

const tooLarge = 2 ** 31;

test('refuses a file on this machine that is too large to read', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'builds-'));
  await mkdir(join(dir, 'win-x64'));
  const path = join(dir, 'win-x64', 'App.exe');
  await writeFile(path, '');
  // The file is sparse, so it takes no room.
  await truncate(path, tooLarge);
  const read = localFolder(dir).read('win-x64', 'App.exe');
  await expect(read.finally(() => rm(dir, { recursive: true }))).rejects.toThrow(
    'win-x64/App.exe has 2 GiB or more, and this command reads smaller files only. Leave large files out of the build',
  );
});

test('refuses a file in the bucket that is too large to read', async () => {
  mockClient(S3Client).on(HeadObjectCommand).resolves({ ContentLength: tooLarge });
  const read = bucketFolder(new S3Client({}), 'builds', '1.2.0').read('win-x64', 'App.exe');
  await expect(read).rejects.toThrow('releases/1.2.0/win-x64/App.exe has 2 GiB or more');
});
