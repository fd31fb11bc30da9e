import type { ReleaseFile, ReleaseManifest } from '../../../contract/records/release.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';

/** The URL from which an updater gets a file. It requires a license or an access token and redirects to a signed link. */
export function updateUrl(siteUrl: string, version: string, platform: Platform, fileName: string): string {
  return `${siteUrl}/api/updateFile/${version}/${platform}/${encodeURIComponent(fileName)}`;
}

/** The file an updater takes. */
function updateFileOf({ builds }: ReleaseManifest, platform: Platform): ReleaseFile {
  const { installer, updateArchive } = builds[platform];
  return updateArchive ?? installer;
}

/**
 * The file that electron-updater reads: `latest.yml` for Windows, `latest-mac.yml` for both kinds of Mac, `beta.yml` and so on for the other channel.
 * Every scalar is written as JSON, which is YAML too.
 * @see https://www.electron.build/auto-update
 */
export function electronManifest(manifest: ReleaseManifest, system: 'mac' | 'win', siteUrl: string): string {
  const { version, date, notes } = manifest;
  const files = platforms
    .filter((platform) => platform.startsWith(`${system}-`))
    .map((platform) => {
      const { fileName, sha512, sizeInBytes } = updateFileOf(manifest, platform);
      return { url: updateUrl(siteUrl, version, platform, fileName), sha512, size: sizeInBytes };
    });
  const [first] = files;
  return [
    `version: ${JSON.stringify(version)}`,
    'files:',
    ...files.flatMap(({ url, sha512, size }) => [
      `  - url: ${JSON.stringify(url)}`,
      `    sha512: ${JSON.stringify(sha512)}`,
      `    size: ${size}`,
    ]),
    // For updaters that do not know `files` yet.
    `path: ${JSON.stringify(first?.url)}`,
    `sha512: ${JSON.stringify(first?.sha512)}`,
    `releaseDate: ${JSON.stringify(date)}`,
    `releaseNotes: ${JSON.stringify(notes)}`,
    '',
  ].join('\n');
}

/** Tauri's names. */
const tauriTargets: Record<Platform, string> = {
  'mac-arm64': 'darwin-aarch64',
  'mac-x64': 'darwin-x86_64',
  'win-x64': 'windows-x86_64',
};

/**
 * The file that Tauri's updater reads. Tauri accepts no file without a signature, so it contains only signed builds.
 * @returns undefined if no build is signed.
 * @see https://v2.tauri.app/plugin/updater/#static-json-file
 */
export function tauriManifest(manifest: ReleaseManifest, siteUrl: string): object | undefined {
  const targets = platforms.flatMap((platform) => {
    const { fileName, updaterSignature: signature } = updateFileOf(manifest, platform);
    if (!signature) return [];
    const url = updateUrl(siteUrl, manifest.version, platform, fileName);
    return [[tauriTargets[platform], { signature, url }]];
  });
  if (targets.length === 0) return undefined;
  const { version, notes, date } = manifest;
  return { version, notes, pub_date: date, platforms: Object.fromEntries(targets) };
}
