import {
  filesOf,
  type ReleaseFile,
  type ReleaseManifest,
  releaseKey,
} from '../../../contract/records/release.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import type { LiveRelease, VerifiedObject } from './live-releases.ts';

/** The bucket's facts about an object. */
export interface ObjectFacts extends VerifiedObject {
  sizeInBytes: number;
}

interface Bucket {
  /** @returns undefined if the object does not exist. */
  describe: (key: string) => Promise<ObjectFacts | undefined>;
  /** Reads the whole object, which takes most of the time. */
  checksums: (key: string, object: VerifiedObject) => Promise<Pick<ReleaseFile, 'sha256' | 'sha512'>>;
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
    for (const file of filesOf(manifest.builds[platform])) {
      const key = releaseKey(manifest.version, platform, file.fileName);
      const found = await bucket.describe(key);
      const problem = found
        ? await findProblem(bucket, key, file, found, wasPromised(before, platform, file, found, key))
        : 'is missing';
      if (problem) problems.push(`${platform}/${file.fileName} ${problem}.`);
      else if (found) objects[key] = verified(found);
    }
  }
  return problems.length > 0 ? { problems } : { objects };
}

const verified = ({ etag, versionId }: ObjectFacts): VerifiedObject =>
  versionId ? { etag, versionId } : { etag };

async function findProblem(
  bucket: Bucket,
  key: string,
  file: ReleaseFile,
  found: ObjectFacts,
  isKnown: boolean,
): Promise<string | undefined> {
  if (found.sizeInBytes !== file.sizeInBytes)
    return `has ${found.sizeInBytes} bytes instead of ${file.sizeInBytes}`;
  if (isKnown) return undefined;
  const { sha256, sha512 } = await bucket.checksums(key, found);
  if (sha256 !== file.sha256) return `has a different SHA-256 than release.json says`;
  if (sha512 !== file.sha512) return `has a different SHA-512 than release.json says`;
  return undefined;
}

/** The same bytes were verified against the same checksums. */
function wasPromised(
  before: LiveRelease | undefined,
  platform: Platform,
  file: ReleaseFile,
  found: ObjectFacts,
  key: string,
): boolean {
  const known = before?.objects[key];
  if (!before || !known || known.etag !== found.etag || known.versionId !== found.versionId) return false;
  return filesOf(before.manifest.builds[platform]).some(
    ({ sha256, sha512 }) => sha256 === file.sha256 && sha512 === file.sha512,
  );
}
