import {
  filesOf,
  type ReleaseFile,
  type ReleaseManifest,
  releaseKey,
  storedFilesOf,
  unsignedReason,
} from '../../../contract/records/release.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import { describeRollout, type Share } from '../../../contract/rules/rollout-shares.ts';
import { refuseFirstShare } from '../../../lambdas/domain/releases/change-rollout.ts';
import {
  type Builds,
  type BuildsBucket,
  checkVersion,
  readLiveManifest,
  readManifest,
  refuseYanked,
  writeManifest,
} from '../../../lambdas/domain/releases/release-manifests.ts';
import { findUpdateProblems } from '../../../lambdas/domain/releases/updaters.ts';
import { changedFiles } from '../../../lambdas/domain/releases/verify-release.ts';
import { type BuildFolder, bucketFolder, checkFolder, localFolder } from './build-folders.ts';
import { describeBuilds, describeOddNames } from './describe-builds.ts';
import { type FoundEvidence, publishEvidence, readEvidence, withEvidence } from './evidence.ts';
import type { ReleaseNotes } from './release-notes.ts';
import { uploadFile } from './upload-file.ts';
import { type BuildTrust, type SignedBuilds, verifySignatures } from './verify-signatures.ts';

interface PublishOptions extends Pick<ReleaseNotes, 'channel' | 'notes'> {
  to: BuildsBucket;
  version: string;
  /** The folder with one folder per platform. */
  folder: string;
  /** The publishers and root certificates that builds must be signed with. */
  trust: BuildTrust;
  /** Why builds are not signed: an exception that the download page shows. */
  unsigned?: string | undefined;
  /** How many percent of the installations get the release at first. Everybody does if it is missing. */
  share?: Share | undefined;
  /** The clock. The date of a release is when its upload is complete. */
  now: () => Date;
  /** Called with a sentence, before anything is uploaded. */
  onWarning: (sentence: string) => void;
  onProgress: (platform: Platform, fileName: string, uploadedBytes: number, totalBytes: number) => void;
}

/**
 * Uploads a release: the files first and the manifest last, so that an incomplete release is never
 * offered. Safe to interrupt and repeat.
 * @throws Error with a sentence, before anything is uploaded, when the folder or the version is not
 *   valid
 */
export async function publishFolder(options: PublishOptions): Promise<ReleaseManifest> {
  const { to, version, folder, onProgress } = options;
  const existing = await readStanding(to, version);
  await checkFolder(folder);
  const local = localFolder(folder);
  const checked = await checkFiles(options, local, existing);
  for (const platform of platforms) {
    const names = await local.list(platform);
    // An earlier block map may no longer be next to its file.
    const files = storedFilesOf(checked.builds[platform]).filter(({ fileName }) => names.includes(fileName));
    for (const { fileName, sizeInBytes } of files) {
      await uploadFile({
        ...to,
        key: releaseKey(version, platform, fileName),
        bytes: await local.read(platform, fileName),
        onProgress: (uploadedBytes) => onProgress(platform, fileName, uploadedBytes, sizeInBytes),
      });
    }
  }
  return complete(options, checked, existing);
}

/** Writes the manifest for files that were uploaded to the bucket by hand. */
export async function completeUpload(
  options: Omit<PublishOptions, 'folder' | 'onProgress'>,
): Promise<ReleaseManifest> {
  const { to, version } = options;
  const existing = await readStanding(to, version);
  const checked = await checkFiles(options, bucketFolder(to.s3, to.bucket, version), existing);
  return complete(options, checked, existing);
}

/** The existing files of a version. */
interface Standing {
  /** The manifest, which may have been rejected. */
  said: ReleaseManifest | undefined;
  etag: string | undefined;
  /** The verified and offered release. */
  live: ReleaseManifest | undefined;
}

/** @throws Error when it is not a version, or was withdrawn */
async function readStanding(to: BuildsBucket, version: string): Promise<Standing> {
  checkVersion(version);
  const found = await readManifest(to, version);
  const live = await readLiveManifest(to, version);
  for (const manifest of [found?.manifest, live]) if (manifest) refuseYanked(manifest);
  return { said: found?.manifest, etag: found?.etag, live };
}

/**
 * @returns the builds with the earlier signatures of the same files
 * @throws Error when the version already has other files, because people have downloaded them and compare checksums
 * @throws Error when updaters would fail with a new release, or would install a wrong build
 */
function checkBuilds(version: string, found: Builds, existing: Standing): Builds {
  const { live } = existing;
  if (live && changedFiles(live.builds, found).length > 0)
    throw new Error(
      `${version} is already published with other files. Publish the new files as a new version.`,
    );
  const same = findSame(found, existing);
  const builds = same ? keepSignatures(found, same.builds) : found;
  const problems = live ? [] : findUpdateProblems({ version, builds });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return builds;
}

interface CheckedFiles {
  builds: Builds;
  evidence: FoundEvidence[];
  unsigned: string | undefined;
  rollout: ReleaseManifest['rollout'];
}

/** @throws Error with a sentence for each file that must not be published */
async function checkFiles(
  options: Omit<PublishOptions, 'folder' | 'onProgress'>,
  folder: BuildFolder,
  existing: Standing,
): Promise<CheckedFiles> {
  const { version, trust, unsigned, onWarning } = options;
  if (unsigned !== undefined && !unsignedReason.safeParse(unsigned).success)
    throw new Error('The reason after --unsigned is one sentence of 10 to 300 characters.');
  const found = checkBuilds(version, await describeBuilds(folder), existing);
  const signed = await verifySignatures(folder, found, trust);
  const { live } = existing;
  // A live release has passed this before, or is older than this rule.
  if (!live) refuseSignatures(signed, unsigned);
  const evidence = await readEvidence(folder, found, trust.provenance);
  describeOddNames({ version, builds: found }).forEach(onWarning);
  const before = findSame(signed.builds, existing);
  const checked = {
    builds: signed.builds,
    evidence,
    unsigned: signed.unsigned.length > 0 ? (unsigned ?? live?.unsigned) : undefined,
    rollout: rolloutWith(options, before, live),
  };
  if (checked.rollout !== before?.rollout)
    await refuseFirstShare(options.to, describeRelease(options, checked, existing));
  return checked;
}

/**
 * The rollout of a version, which goes on while the version is published again.
 * @throws Error when the version is live with another share
 */
function rolloutWith(
  { version, channel, share }: Pick<PublishOptions, 'version' | 'channel' | 'share'>,
  before: ReleaseManifest | undefined,
  live: ReleaseManifest | undefined,
): ReleaseManifest['rollout'] {
  const rollout = before?.rollout;
  if (share === undefined) return rollout;
  // A beta that becomes stable begins again.
  if (live?.channel !== channel) return share === 100 ? undefined : { share };
  if (share === (rollout?.share ?? 100)) return rollout;
  throw new Error(
    `${version} is already published, and its share is ${describeRollout(rollout)}. "npm run release -- rollout ${version} <share>" raises a share.`,
  );
}

/** @throws Error when a file has a wrong signature, or has none and nobody has said why */
function refuseSignatures({ unsigned, invalid }: SignedBuilds, reason: string | undefined): void {
  const refuse = (advice: string) => {
    throw new Error([...invalid, ...unsigned, advice].join('\n'));
  };
  if (invalid.length > 0) refuse('Nothing was uploaded. Sign these files again.');
  if (unsigned.length > 0 && reason === undefined)
    refuse(
      'Nothing was uploaded. Sign these files, or name the reason with --unsigned "<reason>": the download page shows it.',
    );
  if (unsigned.length === 0 && reason !== undefined)
    refuse('All files are signed: leave out --unsigned, because the download page would show its reason.');
}

/** The earlier manifest of the same files. */
const findSame = (builds: Builds, { said, live }: Standing): ReleaseManifest | undefined =>
  said && changedFiles(said.builds, builds).length === 0 ? said : live;

async function complete(
  options: Omit<PublishOptions, 'folder' | 'onProgress'>,
  checked: CheckedFiles,
  existing: Standing,
): Promise<ReleaseManifest> {
  const { to, version } = options;
  await publishEvidence(to, version, checked.evidence);
  const manifest = describeRelease(options, checked, existing);
  await writeManifest(to, manifest, existing.etag);
  return manifest;
}

/** Notes may be corrected, and signatures added later. The date and the promotion stay. */
function describeRelease(
  { version, channel, notes, now }: Pick<PublishOptions, 'version' | 'channel' | 'notes' | 'now'>,
  { builds, evidence, unsigned, rollout }: CheckedFiles,
  existing: Standing,
): ReleaseManifest {
  const before = findSame(builds, existing);
  return {
    version,
    channel,
    date: before?.date ?? now().toISOString(),
    notes,
    builds: withEvidence(builds, before?.builds, evidence),
    ...(unsigned ? { unsigned } : {}),
    ...(before?.promotedAt ? { promotedAt: before.promotedAt } : {}),
    ...(rollout ? { rollout } : {}),
  };
}

/** Earlier signatures and block maps of the same bytes that are no longer next to the files, or whose publisher has another name today. */
function keepSignatures(builds: Builds, before: Builds): Builds {
  const kept = platforms.map((platform) => {
    const { installer, updateArchive, ...build } = builds[platform];
    const sign = (file: ReleaseFile): ReleaseFile => {
      const known = filesOf(before[platform]).find(({ sha512 }) => sha512 === file.sha512);
      const { updaterSignature, signature, blockmap } = known ?? {};
      return {
        ...(updaterSignature ? { updaterSignature } : {}),
        ...(signature ? { signature } : {}),
        ...(blockmap ? { blockmap } : {}),
        ...file,
      };
    };
    const signed = { ...build, installer: sign(installer) };
    return [platform, updateArchive ? { ...signed, updateArchive: sign(updateArchive) } : signed];
  });
  return Object.fromEntries(kept);
}
