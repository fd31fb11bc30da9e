import { join } from 'node:path';
import { type Platform, platforms } from '../../contract/platforms.ts';
import { filesOf, type ReleaseManifest, releaseKey } from '../../contract/release.ts';
import { bucketFolder, localFolder } from './build-folders.ts';
import { describeBuilds } from './describe-builds.ts';
import { type BuildsBucket, checkVersion, promiseTheSame, readManifest, writeManifest } from './manifests.ts';
import type { ReleaseNotes } from './release-notes.ts';
import { uploadFile } from './upload-file.ts';

interface PublishOptions extends ReleaseNotes {
  to: BuildsBucket;
  version: string;
  /** Holds one folder per platform. */
  folder: string;
  /** ISO 8601, UTC: the date of the release. */
  date: string;
  onProgress: (platform: Platform, fileName: string, uploadedBytes: number, totalBytes: number) => void;
}

/**
 * Uploads a release: the files first, and last of all the manifest that promises them, so that nothing half-uploaded is
 * ever offered. May be interrupted and repeated.
 * @throws Error for people, before anything is uploaded, when the folder or the version is not as it should be
 */
export async function publishFolder(options: PublishOptions): Promise<ReleaseManifest> {
  const { to, version, folder, onProgress } = options;
  checkVersion(version);
  const standing = await readManifest(to, version);
  const manifest = manifestOf(options, await describeBuilds(localFolder(folder)), standing?.manifest);
  for (const platform of platforms) {
    for (const { fileName, sizeInBytes, sha256 } of filesOf(manifest.builds[platform])) {
      await uploadFile({
        ...to,
        key: releaseKey(version, platform, fileName),
        file: join(folder, platform, fileName),
        sizeInBytes,
        sha256,
        onProgress: (uploadedBytes) => onProgress(platform, fileName, uploadedBytes, sizeInBytes),
      });
    }
  }
  await writeManifest(to, manifest, standing?.etag);
  return manifest;
}

/** Writes the manifest of what somebody put into the bucket by hand. */
export async function completeUpload(
  options: Omit<PublishOptions, 'folder' | 'onProgress'>,
): Promise<ReleaseManifest> {
  const { to, version } = options;
  checkVersion(version);
  const standing = await readManifest(to, version);
  const builds = await describeBuilds(bucketFolder(to.s3, to.bucket, version));
  const manifest = manifestOf(options, builds, standing?.manifest);
  await writeManifest(to, manifest, standing?.etag);
  return manifest;
}

/** @throws Error when the version stands for other bytes already: people have downloaded them, and compare checksums. */
function manifestOf(
  { version, channel, date, notes }: Pick<PublishOptions, 'version' | 'channel' | 'date' | 'notes'>,
  builds: ReleaseManifest['builds'],
  standing: ReleaseManifest | undefined,
): ReleaseManifest {
  const manifest: ReleaseManifest = { version, channel, date, notes, builds };
  if (!standing) return manifest;
  if (!promiseTheSame(standing, manifest))
    throw new Error(`${version} is published already, with other files. Give the new ones a new version.`);
  // The notes may have been mended. When it came out, and whether it was taken back, stays.
  return { ...standing, channel, notes };
}
