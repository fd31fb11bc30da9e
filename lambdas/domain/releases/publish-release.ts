import type { ReleaseManifest } from '../../../contract/records/release.ts';
import type { LiveRecord, LiveRelease } from './live-releases.ts';
import { publishedFiles } from './published-files.ts';
import { addToHistory } from './release-history.ts';
import type { ReleaseStore } from './release-store.ts';
import { findLostUpdates, findUpdateProblems } from './updaters.ts';
import { changedFiles, verifyRelease } from './verify-release.ts';

interface Dependencies {
  releases: Pick<
    ReleaseStore,
    'manifest' | 'liveRecord' | 'replaceLiveRecord' | 'describe' | 'checksums' | 'writePublished'
  >;
  siteUrl: string;
}

/** Each further attempt means that another release was written at the same time. */
const maxAttempts = 10;

/**
 * Adds a release to the record of live releases, and publishes it, if every file in its manifest verifies and updaters can use the files.
 * Events may arrive twice, late, in any order and at once. Each changes only the entry of its own version, and all published files are
 * derived from the whole record, so every order ends in the same state. If two manifests of one version have different files, the first to
 * go live stays. The history gets its entries in the same write, so each change has exactly one.
 * @returns the problems found, in which case the live releases stay
 */
export async function publishRelease(
  { releases, siteUrl }: Dependencies,
  version: string,
  now: Date,
): Promise<string[]> {
  let isHalted = false;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { record, etag } = await releases.liveRecord();
    // Read after the record, so that the run of a later manifest has to replace this record.
    const manifest = await readManifest(releases, version);
    if ('problem' in manifest) return [manifest.problem];
    const before = record.releases[version];
    const outcome = await takeOver(releases, manifest, before);
    if ('problems' in outcome) {
      // The run that changed the record may have died before it published. Its event is retried with this manifest.
      if (before) await publish({ releases, siteUrl });
      return isHalted ? [] : outcome.problems;
    }
    const next: LiveRecord = {
      releases: { ...record.releases, [version]: outcome },
      history: addToHistory(record, outcome.manifest, now),
    };
    // The record is unchanged, but the previous run may have died before it published.
    const isSame = JSON.stringify(next) === JSON.stringify(record);
    if (isSame || (await releases.replaceLiveRecord(next, etag))) {
      await publish({ releases, siteUrl });
      const { manifest: live } = outcome;
      const mayHaveMore = !live.yankedAt && live.rollout?.haltedAt !== before?.manifest.rollout?.haltedAt;
      if (!mayHaveMore || JSON.stringify(live) === JSON.stringify(manifest)) return [];
      // The halt is published first. Then follows what changed with it, such as the notes, if the files verify.
      isHalted = true;
    }
  }
  throw new Error(`The record of live releases kept changing while ${version} was published.`);
}

/**
 * Yanking a release or halting its rollout must work even when its files are missing or different, so only the mark changes, without
 * verification. Otherwise a live version keeps its files.
 */
async function takeOver(
  releases: Dependencies['releases'],
  manifest: ReleaseManifest,
  before: LiveRelease | undefined,
): Promise<LiveRelease | { problems: string[] }> {
  const { yankedAt, rollout } = manifest;
  if (before && yankedAt) return { ...before, manifest: { ...before.manifest, yankedAt } };
  if (before && rollout?.haltedAt && !before.manifest.rollout?.haltedAt)
    return { ...before, manifest: { ...before.manifest, rollout } };
  const changes = before ? changedFiles(before.manifest.builds, manifest.builds) : [];
  if (changes.length > 0) return { problems: changes };
  // The notes of a live release can be corrected, even if an updater can install it on some platforms only.
  const updateProblems = before ? findLostUpdates(before.manifest, manifest) : findUpdateProblems(manifest);
  if (updateProblems.length > 0) return { problems: updateProblems };
  const outcome = await verifyRelease(releases, manifest, before);
  return 'problems' in outcome ? outcome : { manifest, objects: outcome.objects };
}

async function readManifest(
  releases: Dependencies['releases'],
  version: string,
): Promise<ReleaseManifest | { problem: string }> {
  try {
    const manifest = await releases.manifest(version);
    if (!manifest) return { problem: `There is no release.json of ${version}.` };
    if (manifest.version === version) return manifest;
    return { problem: `The release.json in the folder of ${version} is for ${manifest.version}.` };
  } catch (error) {
    if (!(error instanceof Error) || !/^(SyntaxError|\$ZodError)$/.test(error.name)) throw error;
    return { problem: `The release.json of ${version} is not valid: ${error.message}` };
  }
}

/**
 * Writes all published files, such as those that this deployment adds. Repeats if the record has changed since it was
 * read, because the last writer must have read the last record.
 */
export async function publish({ releases, siteUrl }: Dependencies): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { record, etag } = await releases.liveRecord();
    await releases.writePublished(publishedFiles(record, siteUrl));
    const { etag: etagAfterwards } = await releases.liveRecord();
    if (etag === etagAfterwards) return;
  }
  throw new Error('The record of live releases kept changing while it was published.');
}
