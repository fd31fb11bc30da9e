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

export interface ReleaseOptions extends Pick<ReleaseNotes, 'channel' | 'notes'> {
  to: BuildsBucket;
  version: string;
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
}

interface FolderOptions extends ReleaseOptions {
  /** The folder with one folder per platform. */
  folder: string;
  onProgress: (platform: Platform, fileName: string, uploadedBytes: number, totalBytes: number) => void;
}

/**
 * Uploads a release: the files first and the manifest last, so that an incomplete release is never
 * offered. Safe to interrupt and repeat.
 * @throws Error with a sentence, before anything is uploaded, when the folder or the version is not
 *   valid
 */
export async function publishFolder(options: FolderOptions): Promise<ReleaseManifest> {
  const { to, version, folder, onProgress } = options;
  await checkFolder(folder);
  const local = localFolder(folder);
  const plan = await planRelease(options, local);
  for (const platform of platforms) {
    const names = await local.list(platform);
    // An earlier block map may no longer be next to its file.
    const files = storedFilesOf(plan.manifest.builds[platform]).filter(({ fileName }) =>
      names.includes(fileName),
    );
    for (const { fileName, sizeInBytes } of files) {
      await uploadFile({
        ...to,
        key: releaseKey(version, platform, fileName),
        bytes: await local.read(platform, fileName),
        onProgress: (uploadedBytes) => onProgress(platform, fileName, uploadedBytes, sizeInBytes),
      });
    }
  }
  return writeRelease(options, plan);
}

/** Writes the manifest for files that were uploaded to the bucket by hand. */
export async function completeUpload(options: ReleaseOptions): Promise<ReleaseManifest> {
  const { to, version } = options;
  return writeRelease(options, await planRelease(options, bucketFolder(to.s3, to.bucket, version)));
}

interface Plan {
  manifest: ReleaseManifest;
  evidence: FoundEvidence[];
  /** Whether the version has never had these files. */
  isNew: boolean;
  /** The release.json that is replaced. */
  etag: string | undefined;
}

/**
 * Checks the files and describes them. Notes may be corrected, and signatures added later. The date and the promotion stay.
 * @throws Error with a sentence for each reason why they must not be published: the version was withdrawn, or has other files, which people
 *   have downloaded and compare; updaters would fail, or install a wrong build; a signature is missing or wrong
 */
async function planRelease(options: ReleaseOptions, folder: BuildFolder): Promise<Plan> {
  const { to, version, channel, notes, trust, unsigned, now, onWarning } = options;
  if (unsigned !== undefined && !unsignedReason.safeParse(unsigned).success)
    throw new Error('The reason after --unsigned is one sentence of 10 to 300 characters.');
  checkVersion(version);
  // It may have been rejected.
  const said = await readManifest(to, version);
  const live = await readLiveManifest(to, version);
  for (const manifest of [said?.manifest, live]) if (manifest) refuseYanked(manifest);
  const found = await describeBuilds(folder);
  const isSame = (manifest: ReleaseManifest) => changedFiles(manifest.builds, found).length === 0;
  if (live && !isSame(live))
    throw new Error(
      `${version} is already published with other files. Publish the new files as a new version.`,
    );
  const before = said?.manifest && isSame(said.manifest) ? said.manifest : live;
  const described = before ? keepSignatures(found, before.builds) : found;
  // A live release has passed the next checks before, or is older than these rules.
  const problems = live ? [] : findUpdateProblems({ version, builds: described });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const signed = await verifySignatures(folder, described, trust);
  if (!live) refuseSignatures(signed, unsigned);
  const evidence = await readEvidence(folder, found, trust.provenance);
  describeOddNames({ version, builds: found }).forEach(onWarning);
  const reason = signed.unsigned.length > 0 ? (unsigned ?? live?.unsigned) : undefined;
  const rollout = rolloutWith(options, before, live);
  const manifest: ReleaseManifest = {
    version,
    channel,
    date: before?.date ?? now().toISOString(),
    notes,
    builds: withEvidence(signed.builds, before?.builds, evidence),
    ...(reason ? { unsigned: reason } : {}),
    ...(before?.promotedAt ? { promotedAt: before.promotedAt } : {}),
    ...(rollout ? { rollout } : {}),
  };
  if (rollout !== before?.rollout) await refuseFirstShare(to, manifest);
  return { manifest, evidence, isNew: !before, etag: said?.etag };
}

async function writeRelease(
  { to, version, now }: ReleaseOptions,
  { manifest, evidence, isNew, etag }: Plan,
): Promise<ReleaseManifest> {
  await publishEvidence(to, version, evidence);
  const dated = isNew ? { ...manifest, date: now().toISOString() } : manifest;
  await writeManifest(to, dated, etag);
  return dated;
}

/**
 * The rollout of a version, which goes on while the version is published again.
 * @throws Error when the version is live with another share
 */
function rolloutWith(
  { version, channel, share }: ReleaseOptions,
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
