import type { ReleaseFile, ReleaseManifest } from '../../../contract/records/release.ts';
import { platforms } from '../../../contract/rules/platforms.ts';

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
