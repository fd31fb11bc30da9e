import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type Platform, platforms } from '../contract/platforms.ts';
import {
  type ReleaseManifest,
  releaseKey,
  releaseManifest,
  releaseManifestKey,
} from '../contract/release.ts';

interface UploadOptions {
  s3: S3Client;
  bucket: string;
  version: string;
  /** Holds one folder per platform with one file in each. */
  folder: string;
  /** ISO 8601, UTC: the date of the release. */
  date: string;
  onProgress: (platform: Platform, uploadedBytes: number, totalBytes: number) => void;
}

/**
 * Uploads a release: the files first, and last of all the manifest that promises them, so that nothing half-uploaded is
 * ever offered. May be repeated.
 * @throws Error one sentence, before anything is uploaded, when the folder is not as it should be
 */
export async function uploadRelease(options: UploadOptions): Promise<ReleaseManifest> {
  const { s3, bucket, version, folder, date, onProgress } = options;
  const files = Object.fromEntries(
    await Promise.all(
      platforms.map(async (platform) => [platform, await describeBuild(folder, platform)] as const),
    ),
  );
  const parsed = releaseManifest.safeParse({ version, date, files });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`The release is not valid: ${issue?.path.join('.')} ${issue?.message}.`);
  }
  const manifest = parsed.data;
  for (const platform of platforms) {
    const { fileName, sizeInBytes } = manifest.files[platform];
    const upload = new Upload({
      client: s3,
      params: {
        Bucket: bucket,
        Key: releaseKey(version, platform, fileName),
        Body: createReadStream(join(folder, platform, fileName)),
        ContentType: 'application/octet-stream',
      },
    });
    upload.on('httpUploadProgress', ({ loaded = 0 }) => onProgress(platform, loaded, sizeInBytes));
    await upload.done();
  }
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: releaseManifestKey(version),
      Body: JSON.stringify(manifest, null, 2),
      ContentType: 'application/json',
    }),
  );
  return manifest;
}

async function describeBuild(folder: string, platform: Platform) {
  const entries = await readdir(join(folder, platform)).catch(() => {
    throw new Error(
      `${folder} has no folder ${platform}. A release needs one for each of: ${platforms.join(', ')}.`,
    );
  });
  const [fileName, ...more] = entries.filter((name) => !name.startsWith('.'));
  if (!fileName || more.length > 0) throw new Error(`${join(folder, platform)} must hold exactly one file.`);
  const file = join(folder, platform, fileName);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { fileName, sizeInBytes: (await stat(file)).size, sha256: hash.digest('hex') };
}
