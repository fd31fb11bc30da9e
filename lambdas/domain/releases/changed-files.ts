import type { ReleaseFile, ReleaseManifest } from '../../../contract/records/release.ts';
import { platforms } from '../../../contract/rules/platforms.ts';

/**
 * What a manifest promises in place of what is live under its version. People have downloaded that and compare checksums, so other
 * bytes need another version.
 * @returns a sentence for each file that is another one; notes, dates and signatures may change.
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
  if (!live) return promised && `${promised.fileName} is new, in a version that is live without it`;
  if (!promised) return `${live.fileName} is live, but is not promised any more`;
  if (live.fileName !== promised.fileName)
    return `${promised.fileName} is promised where ${live.fileName} is live`;
  return live.sha512 === promised.sha512 ? undefined : `${live.fileName} is live with other bytes`;
}
