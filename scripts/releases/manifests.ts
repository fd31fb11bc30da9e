import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { platforms } from '../../contract/platforms.ts';
import {
  compareVersions,
  filesOf,
  type ReleaseManifest,
  releaseManifest,
  releaseManifestKey,
  releaseVersion,
} from '../../contract/release.ts';

export interface BuildsBucket {
  s3: S3Client;
  bucket: string;
}

/** @throws Error when it is no version, before anything is asked or changed. */
export function checkVersion(version: string): void {
  if (!releaseVersion.safeParse(version).success)
    throw new Error(
      `"${version}" is not a version. Versions are like 1.4.0 or 1.5.0-beta.2, see semver.org.`,
    );
}

export async function readManifest(
  { s3, bucket }: BuildsBucket,
  version: string,
): Promise<{ manifest: ReleaseManifest; etag: string } | undefined> {
  try {
    const { Body: body, ETag: etag = '' } = await s3.send(
      new GetObjectCommand({ Bucket: bucket, Key: releaseManifestKey(version) }),
    );
    return { manifest: releaseManifest.parse(JSON.parse((await body?.transformToString()) ?? '')), etag };
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/**
 * Writes the manifest, which makes the site look at the release.
 * @throws Error when it is not the one that was read any more: somebody else works on the same release
 */
export async function writeManifest(
  { s3, bucket }: BuildsBucket,
  manifest: ReleaseManifest,
  previousEtag: string | undefined,
): Promise<void> {
  try {
    await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: releaseManifestKey(manifest.version),
        Body: JSON.stringify(releaseManifest.parse(manifest), null, 2),
        ContentType: 'application/json',
        ...(previousEtag ? { IfMatch: previousEtag } : { IfNoneMatch: '*' }),
      }),
    );
  } catch (error) {
    if (!(error instanceof S3ServiceException) || ![409, 412].includes(error.$metadata.httpStatusCode ?? 0))
      throw error;
    throw new Error(
      `Somebody else has just changed ${manifest.version}. Look at it with "list", then try again.`,
    );
  }
}

/** Newest version first. */
export async function listManifests(bucket: BuildsBucket): Promise<ReleaseManifest[]> {
  const versions: string[] = [];
  const pages = paginateListObjectsV2(
    { client: bucket.s3 },
    { Bucket: bucket.bucket, Prefix: 'releases/', Delimiter: '/' },
  );
  for await (const { CommonPrefixes = [] } of pages)
    versions.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.split('/')[1] ?? ''));
  const manifests = await Promise.all(versions.map((version) => readManifest(bucket, version)));
  return manifests
    .flatMap((found) => found?.manifest ?? [])
    .sort((left, right) => compareVersions(right.version, left.version));
}

/** True when both promise the same files with the same bytes. */
export function promiseTheSame(left: ReleaseManifest, right: ReleaseManifest): boolean {
  const promises = ({ builds }: ReleaseManifest) =>
    JSON.stringify(
      platforms.map((platform) =>
        filesOf(builds[platform]).map(({ fileName, sha512 }) => [fileName, sha512]),
      ),
    );
  return promises(left) === promises(right);
}
