import {
  type ReleaseFile,
  type ReleaseManifest,
  releaseKey,
  type StoredFile,
  storedFilesOf,
} from '../../../contract/records/release.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import type { LiveRelease, VerifiedObject } from './live-releases.ts';

/** The metadata of an object. */
export interface ObjectFacts extends Pick<VerifiedObject, 'etag'> {
  sizeInBytes: number;
  /** Missing if the bucket keeps no versions. */
  versionId?: string;
}

interface Bucket {
  /** @returns undefined if the object does not exist. */
  describe: (key: string) => Promise<ObjectFacts | undefined>;
  /** Reads the whole object, which takes most of the time. */
  checksums: (key: string, object: VerifiedObject) => Promise<Pick<StoredFile, 'sha256' | 'sha512'>>;
}

type Outcome = { objects: Record<string, VerifiedObject> } | { problems: string[] };

/**
 * Compares each file in the bucket with the manifest: its size and its checksums. Objects that were verified before with the same
 * checksums are not read again.
 * @returns the objects, or all problems at once, each a sentence that names the file.
 */
export async function verifyRelease(
  bucket: Bucket,
  manifest: ReleaseManifest,
  before: LiveRelease | undefined,
): Promise<Outcome> {
  const objects: Record<string, VerifiedObject> = {};
  const problems: string[] = [];
  // Sequential, because one read uses the whole network bandwidth.
  for (const platform of platforms) {
    for (const file of storedFilesOf(manifest.builds[platform])) {
      const key = releaseKey(manifest.version, platform, file.fileName);
      const found = await bucket.describe(key);
      const outcome = found
        ? await verifyObject(bucket, { key, platform, file, before }, found)
        : 'is missing';
      if (typeof outcome === 'string') problems.push(`${platform}/${file.fileName} ${outcome}.`);
      else objects[key] = outcome;
    }
  }
  return problems.length > 0 ? { problems } : { objects };
}

/** A file in the manifest. */
interface ExpectedFile {
  key: string;
  platform: Platform;
  file: StoredFile;
  /** The live release of the same version. */
  before: LiveRelease | undefined;
}

/** @returns the object, or the problem */
async function verifyObject(
  bucket: Bucket,
  expected: ExpectedFile,
  { sizeInBytes, etag, versionId }: ObjectFacts,
): Promise<VerifiedObject | string> {
  const { key, file } = expected;
  if (sizeInBytes !== file.sizeInBytes) return `has ${sizeInBytes} bytes instead of ${file.sizeInBytes}`;
  if (!versionId) return 'has no S3 version ID. Turn on versioning for the bucket, and upload the file again';
  const object = { etag, versionId };
  if (wasVerified(expected, object)) return object;
  const { sha256, sha512 } = await bucket.checksums(key, object);
  if (sha256 !== file.sha256) return 'has a different SHA-256 than release.json says';
  if (sha512 !== file.sha512) return 'has a different SHA-512 than release.json says';
  return object;
}

/** True if the same bytes were verified against the same checksums. */
function wasVerified(
  { key, platform, file, before }: ExpectedFile,
  { etag, versionId }: VerifiedObject,
): boolean {
  const known = before?.objects[key];
  if (!before || known?.etag !== etag || known.versionId !== versionId) return false;
  return storedFilesOf(before.manifest.builds[platform]).some(
    ({ sha256, sha512 }) => sha256 === file.sha256 && sha512 === file.sha512,
  );
}

/**
 * Compares a manifest with the live release of its version. People have downloaded it and compare checksums, so changed files need a
 * new version.
 * @returns a sentence for each different file; notes, dates and signatures may change.
 */
export function changedFiles(live: ReleaseManifest['builds'], promised: ReleaseManifest['builds']): string[] {
  return platforms.flatMap((platform) =>
    (['installer', 'updateArchive'] as const).flatMap((role) => {
      const change = describeChange(live[platform][role], promised[platform][role]);
      return change ? [`${platform}/${change}.`] : [];
    }),
  );
}

function describeChange(live?: ReleaseFile, promised?: ReleaseFile): string | undefined {
  if (!live) return promised && `${promised.fileName} was added to a version that is already live`;
  if (!promised) return `${live.fileName} is live, but release.json no longer names it`;
  if (live.fileName !== promised.fileName)
    return `${promised.fileName} replaces ${live.fileName}, which is live`;
  return live.sha512 === promised.sha512 ? undefined : `${live.fileName} is live with different bytes`;
}
