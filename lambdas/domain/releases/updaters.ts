import { filesOf, type ReleaseFile, type ReleaseManifest } from '../../../contract/records/release.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';

type Release = Pick<ReleaseManifest, 'version' | 'builds'>;

interface Updater {
  name: string;
  /** The endings of the files that it installs, for each platform in its manifest. */
  endings: Partial<Record<Platform, string[]>>;
  /** True if it installs only files with a signature next to them. */
  needsSignature: boolean;
}

/**
 * The formats that each updater installs. A manifest that names another format, or lacks one of the platforms, is an error in the app.
 * @see electron-updater 6.8, `NsisUpdater.ts` and `MacUpdater.ts`:
 *   https://github.com/electron-userland/electron-builder/tree/master/packages/electron-updater/src
 * @see tauri-plugin-updater 2, `install_inner` and `extract`:
 *   https://github.com/tauri-apps/plugins-workspace/blob/v2/plugins/updater/src/updater.rs
 */
export const updaters = {
  electronOnWindows: {
    name: 'electron-updater on Windows',
    endings: { 'win-x64': ['.exe'] },
    needsSignature: false,
  },
  electronOnMac: {
    name: 'electron-updater on macOS',
    endings: { 'mac-arm64': ['.zip'], 'mac-x64': ['.zip'] },
    needsSignature: false,
  },
  tauri: {
    name: "Tauri's updater",
    endings: { 'mac-arm64': ['.tar.gz'], 'mac-x64': ['.tar.gz'], 'win-x64': ['.exe', '.msi', '.zip'] },
    needsSignature: true,
  },
} satisfies Record<string, Updater>;

/** A file for each platform of an updater. */
type UpdateFiles = { platform: Platform; file: ReleaseFile }[];

/**
 * Chooses the file that an updater installs on each of its platforms.
 * @returns the files, and a sentence for each platform that has none
 */
function chooseFiles({ builds }: Release, updater: Updater): { files: UpdateFiles; missing: string[] } {
  const files: UpdateFiles = [];
  const missing: string[] = [];
  for (const platform of platforms) {
    const endings = updater.endings[platform];
    if (!endings) continue;
    const file = filesOf(builds[platform]).find(
      ({ fileName, updaterSignature }) =>
        endings.some((ending) => fileName.toLowerCase().endsWith(ending)) &&
        (updaterSignature || !updater.needsSignature),
    );
    if (file) files.push({ platform, file });
    else
      missing.push(
        `${platform} has no ${endings.join(' or ')}${updater.needsSignature ? ' with a .sig' : ''}`,
      );
  }
  return { files, missing };
}

/** @returns undefined if the release has no file for one of the updater's platforms */
export function updateFiles(release: Release, updater: Updater): UpdateFiles | undefined {
  const { files, missing } = chooseFiles(release, updater);
  return missing.length === 0 ? files : undefined;
}

/**
 * Finds the reasons why a release must not be published: some apps would fail to update, or would install the build of another processor.
 * @returns a sentence for each
 */
export function findUpdateProblems(release: Release): string[] {
  const partial = Object.values(updaters).flatMap((updater) => {
    const { files, missing } = chooseFiles(release, updater);
    if (files.length === 0 || missing.length === 0) return [];
    return `${updater.name} could update only some apps: ${missing.join(', ')}. Add these files, or remove this updater's files from every platform.`;
  });
  // MacUpdater searches the whole path for "arm64". On Intel, it skips these files.
  const misleading = ['mac-x64' as const, 'win-x64' as const].flatMap((platform) =>
    filesOf(release.builds[platform])
      .filter(({ fileName }) => /arm64|aarch64/i.test(`${release.version}/${fileName}`))
      .map(
        ({ fileName }) =>
          `${release.version}/${platform}/${fileName} is for Intel, but its name contains "arm64" or "aarch64", and updaters choose by name. Rename the file or the version.`,
      ),
  );
  return [...partial, ...misleading];
}

/** @returns a sentence for each updater that could install the previous manifest of a live release, but not the new one */
export function findLostUpdates(previous: Release, release: Release): string[] {
  return Object.values(updaters)
    .filter((updater) => updateFiles(previous, updater) && !updateFiles(release, updater))
    .map(
      ({ name }) =>
        `${name} could no longer install this release. Add the signatures that release.json lost.`,
    );
}

/** @returns a sentence for each updater that a release has no files for, which is fine if the app does not use that updater */
export function describeUpdatersWithoutFiles(release: Release): string[] {
  return Object.values(updaters).flatMap((updater) => {
    const { files, missing } = chooseFiles(release, updater);
    return files.length > 0
      ? []
      : `${updater.name} gets no update, and an app that uses it reports an error: ${missing.join(', ')}.`;
  });
}
