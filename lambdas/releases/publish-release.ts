import { type Platform, platforms } from '../../contract/platforms.ts';
import { type ReleaseManifest, releaseKey, type VersionInfo } from '../../contract/release.ts';
import type { ReleaseStore } from './release-store.ts';

/**
 * Makes an uploaded release the current one, if every file its manifest promises lies there in full and none is newer. May be
 * repeated.
 * @returns the problems found; nothing is changed then.
 */
export async function publishRelease(
  releases: ReleaseStore,
  version: string,
  siteUrl: string,
): Promise<string[]> {
  const manifest = await releases.manifest(version);
  if (!manifest) return [`There is no manifest of ${version}.`];
  const problems = await findProblems(releases, version, manifest);
  if (problems.length === 0 && (await isNewest(releases, manifest))) {
    await releases.setCurrent(versionInfo(version, siteUrl));
  }
  return problems;
}

/** An event of an older release may come late, or twice; it changes nothing then. */
async function isNewest(releases: ReleaseStore, { date }: ReleaseManifest): Promise<boolean> {
  const version = await releases.currentVersion();
  const current = version === undefined ? undefined : await releases.manifest(version);
  return !current || date >= current.date;
}

async function findProblems(
  releases: ReleaseStore,
  version: string,
  manifest: ReleaseManifest,
): Promise<string[]> {
  if (manifest.version !== version)
    return [`The manifest in the folder of ${version} is of ${manifest.version}.`];
  const found = platforms.map(async (platform) => {
    const { fileName, sizeInBytes } = manifest.files[platform];
    const actual = await releases.sizeOf(releaseKey(version, platform, fileName));
    if (actual === undefined) return `${platform}/${fileName} is missing.`;
    return actual === sizeInBytes
      ? []
      : `${platform}/${fileName} has ${actual} bytes instead of ${sizeInBytes}.`;
  });
  return (await Promise.all(found)).flat();
}

/** Builds are for signed-in people, so each URL leads to the page that hands them out. */
function versionInfo(version: string, siteUrl: string): VersionInfo {
  const page = (platform: Platform) => `${siteUrl}/download?platform=${platform}`;
  return { version, mac: { arm64: page('mac-arm64'), x64: page('mac-x64') }, win: page('win-x64') };
}
