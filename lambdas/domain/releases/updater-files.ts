import type { ReleaseManifest } from '../../../contract/records/release.ts';
import type { Platform } from '../../../contract/rules/platforms.ts';
import { updateFiles, updaters } from './updaters.ts';

/** The URL from which an updater gets a file. It requires a license or an access token and redirects to a signed link. */
export function updateUrl(siteUrl: string, version: string, platform: Platform, fileName: string): string {
  return `${siteUrl}/api/updateFile/${version}/${platform}/${encodeURIComponent(fileName)}`;
}

/**
 * The file that electron-updater reads: `latest.yml` for Windows, `latest-mac.yml` for both kinds of Mac, `beta.yml` and so on for the other channel.
 * Every scalar is written as JSON, which is YAML too.
 * @returns undefined if the release has no update for this updater
 * @see https://www.electron.build/auto-update
 */
export function electronManifest(
  manifest: ReleaseManifest,
  system: 'mac' | 'win',
  siteUrl: string,
): string | undefined {
  const { version, date, notes } = manifest;
  const found = updateFiles(manifest, system === 'mac' ? updaters.electronOnMac : updaters.electronOnWindows);
  if (!found) return undefined;
  const files = found.map(({ platform, file: { fileName, sha512, sizeInBytes } }) => ({
    url: updateUrl(siteUrl, version, platform, fileName),
    sha512,
    size: sizeInBytes,
  }));
  const [first] = files;
  return [
    `version: ${JSON.stringify(version)}`,
    'files:',
    ...files.flatMap(({ url, sha512, size }) => [
      `  - url: ${JSON.stringify(url)}`,
      `    sha512: ${JSON.stringify(sha512)}`,
      `    size: ${size}`,
    ]),
    // For older updaters, which do not support `files`.
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
 * The file that Tauri's updater reads.
 * @returns undefined if the release has no update for this updater
 * @see https://v2.tauri.app/plugin/updater/#static-json-file
 */
export function tauriManifest(manifest: ReleaseManifest, siteUrl: string): object | undefined {
  const { version, notes, date } = manifest;
  const targets = updateFiles(manifest, updaters.tauri)?.map(({ platform, file }) => {
    const url = updateUrl(siteUrl, version, platform, file.fileName);
    return [tauriTargets[platform], { signature: file.updaterSignature, url }];
  });
  return targets && { version, notes, pub_date: date, platforms: Object.fromEntries(targets) };
}
