import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import {
  type Channel,
  liveRecordKey,
  type ReleaseManifest,
  releaseManifest,
  releaseManifestKey,
  releaseVersion,
} from '../../../contract/records/release.ts';
import { compareVersions } from '../../../contract/rules/version.ts';
import { AppError } from '../../platform/app-error.ts';
import { isWriteConflict } from '../../platform/is-write-conflict.ts';
import { currentRelease, type LiveRecord } from './live-releases.ts';

export type Builds = ReleaseManifest['builds'];

export interface BuildsBucket {
  s3: S3Client;
  bucket: string;
}

/** @throws AppError `invalid-argument` when it is not a version, before anything is read or changed. */
export function checkVersion(version: string): void {
  if (!releaseVersion.safeParse(version).success)
    throw new AppError(
      'invalid-argument',
      `"${version}" is not a version. Versions are like 1.4.0 or 1.5.0-beta.2, see semver.org.`,
    );
}

export interface StoredManifest {
  /** Undefined if the file is not a manifest of this version, for example written by hand. */
  manifest: ReleaseManifest | undefined;
  etag: string;
}

/**
 * @throws AppError `aborted` when the version was yanked, because people have downloaded it, so it must not get
 * other files or be offered again
 */
export function refuseYanked({ version, yankedAt }: ReleaseManifest): void {
  if (yankedAt) throw new AppError('aborted', `${version} was withdrawn. Publish the fix as a new version.`);
}

export async function readManifest(from: BuildsBucket, version: string): Promise<StoredManifest | undefined> {
  const file = await readText(from, releaseManifestKey(version));
  return file && { manifest: parseManifest(file.text, version), etag: file.etag };
}

function parseManifest(text: string, version: string): ReleaseManifest | undefined {
  try {
    const { data } = releaseManifest.safeParse(JSON.parse(text));
    return data?.version === version ? data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The manifest with which a version was verified. People may have downloaded its files.
 * Undefined if it was never verified.
 */
export async function readLiveManifest(
  from: BuildsBucket,
  version: string,
): Promise<ReleaseManifest | undefined> {
  const { releases } = await readLiveRecord(from);
  return Object.hasOwn(releases, version) ? releases[version]?.manifest : undefined;
}

/** The version that each channel offers; undefined if there is none. */
export function currentVersions(record: LiveRecord): Record<Channel, string | undefined> {
  const current = (channel: Channel) => currentRelease(record, channel)?.manifest.version;
  return { stable: current('stable'), beta: current('beta') };
}

/**
 * The verified releases as they are once the site has processed all manifests. The site processes a promotion or a
 * yank within seconds, and the next decision must not wait for it.
 */
export function upcomingRecord(record: LiveRecord, manifests: ReleaseManifest[]): LiveRecord {
  const releases = Object.entries(record.releases).map(([version, release]) => {
    const manifest = manifests.find((other) => other.version === version) ?? release.manifest;
    return [version, { ...release, manifest }] as const;
  });
  return { releases: Object.fromEntries(releases) };
}

export async function readUpcomingRecord(from: BuildsBucket): Promise<LiveRecord> {
  const [record, manifests] = await Promise.all([readLiveRecord(from), readableManifests(from)]);
  return upcomingRecord(record, manifests);
}

export async function readLiveRecord(from: BuildsBucket): Promise<LiveRecord> {
  const file = await readText(from, liveRecordKey);
  return file ? (JSON.parse(file.text) as LiveRecord) : { releases: {} };
}

/** @returns undefined if there is no such object */
export async function readText(
  { s3, bucket }: BuildsBucket,
  key: string,
): Promise<{ text: string; etag: string } | undefined> {
  try {
    const { Body: body, ETag: etag = '' } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return { text: (await body?.transformToString()) ?? '', etag };
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/**
 * Writes the manifest, which makes the site process the release.
 * @throws AppError `aborted` when it was changed or deleted since it was read, because someone else is working on the
 * same release
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
    if (!isWriteConflict(error)) throw error;
    throw new AppError(
      'aborted',
      `Someone else has just changed or deleted ${manifest.version}. Look at the list, then try again.`,
    );
  }
}

export interface FoundManifest {
  version: string;
  /** Undefined when release.json is not readable. */
  manifest: ReleaseManifest | undefined;
}

/** Newest version first. */
export async function listManifests(bucket: BuildsBucket): Promise<FoundManifest[]> {
  const versions: string[] = [];
  const pages = paginateListObjectsV2(
    { client: bucket.s3 },
    { Bucket: bucket.bucket, Prefix: 'releases/', Delimiter: '/' },
  );
  for await (const { CommonPrefixes = [] } of pages)
    versions.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.split('/')[1] ?? ''));
  const listed = await Promise.all(
    versions.map(async (version): Promise<FoundManifest[]> => {
      const found = await readManifest(bucket, version);
      return found ? [{ version, manifest: found.manifest }] : [];
    }),
  );
  return listed.flat().sort((left, right) => compareVersions(right.version, left.version));
}

/** The manifests of all releases, without those that are not readable. */
export const readableManifests = async (from: BuildsBucket): Promise<ReleaseManifest[]> =>
  (await listManifests(from)).flatMap(({ manifest }) => manifest ?? []);

/** The manifest; if it is missing or not readable, the one of the live release. */
export async function findManifest(
  from: BuildsBucket,
  version: string,
): Promise<{ manifest: ReleaseManifest; etag: string | undefined }> {
  checkVersion(version);
  const found = await readManifest(from, version);
  const manifest = found?.manifest ?? (await readLiveManifest(from, version));
  if (manifest) return { manifest, etag: found?.etag };
  throw new AppError(
    'not-found',
    found
      ? `The release.json of ${version} is not readable. "npm run release -- publish" or "complete" writes it again.`
      : `There is no release ${version}. The desk shows all releases.`,
  );
}
