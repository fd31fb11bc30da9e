import { createRequire } from 'node:module';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import type { Build, ReleaseManifest } from '../../../contract/records/release.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import { fileOf, manifestOf } from './test-release.ts';
import { electronManifest, tauriManifest } from './updater-files.ts';
import { describeUpdatersWithoutFiles, findLostUpdates, findUpdateProblems } from './updaters.ts';

const siteUrl = 'https://site.test';
// Internal modules, because the package itself needs Electron.
const require = createRequire(import.meta.url);
const { parseUpdateInfo, resolveFiles, findFile } = require('electron-updater/out/providers/Provider.js');
const { MacUpdater } = require('electron-updater/out/MacUpdater.js');

afterEach(() => vi.unstubAllGlobals());

const sign = (file: ReturnType<typeof fileOf>) => ({ ...file, updaterSignature: 'signed by us' });

/** A build with files of these endings. A `+` after an ending means a signature. */
function buildOf(platform: Platform, endings: string): Build {
  const [installer, updateArchive] = endings.split(' ').map((ending) => {
    const file = fileOf(`App-${platform}${ending.replace('+', '')}`);
    return ending.endsWith('+') ? sign(file) : file;
  });
  if (!installer) throw new Error('A build needs a file.');
  return { minimumSystem: 'Any', installer, ...(updateArchive ? { updateArchive } : {}) };
}

const releaseOf = (arm64: string, x64: string, win: string, version = '1.2.0'): ReleaseManifest =>
  manifestOf(version, {
    builds: {
      'mac-arm64': buildOf('mac-arm64', arm64),
      'mac-x64': buildOf('mac-x64', x64),
      'win-x64': buildOf('win-x64', win),
    },
  });

/** The path of the file that electron-updater installs, with its own code. Throws its error if it finds none. */
function electronInstalls(manifest: ReleaseManifest, platform: Platform): string | undefined {
  const system = platform.startsWith('mac') ? 'mac' : 'win';
  const text = electronManifest(manifest, system, siteUrl);
  if (text === undefined) return undefined;
  const isArm64 = platform === 'mac-arm64';
  vi.stubGlobal('process', Object.create(process, { arch: { value: isArm64 ? 'arm64' : 'x64' } }));
  const files = resolveFiles(parseUpdateInfo(text, 'latest.yml', new URL(siteUrl)), new URL(siteUrl));
  return system === 'mac'
    ? findFile(MacUpdater.filterFilesForArch(files, isArm64), 'zip', ['pkg', 'dmg'])?.url.pathname
    : findFile(files, 'exe').url.pathname;
}

/** The endings that tauri-plugin-updater 2 unpacks or starts: `install_inner` for macOS, `extract` for Windows. */
const tauriInstalls: Record<Platform, RegExp> = {
  'mac-arm64': /\.tar\.gz$/,
  'mac-x64': /\.tar\.gz$/,
  'win-x64': /\.(exe|msi|zip)$/,
};
const tauriTargets: Record<Platform, string> = {
  'mac-arm64': 'darwin-aarch64',
  'mac-x64': 'darwin-x86_64',
  'win-x64': 'windows-x86_64',
};

const macs = ['.dmg', '.dmg+', '.zip', '.zip+', '.tar.gz+', '.dmg .zip', '.dmg .tar.gz', '.dmg .tar.gz+'];
const windows = ['.exe', '.exe+', '.msi', '.msi+', '.zip', '.exe .zip+'];
const combinations = macs.flatMap((arm64) =>
  macs.flatMap((x64) => windows.map((win) => [arm64, x64, win] as const)),
);
const isPublished = (manifest: ReleaseManifest) => findUpdateProblems(manifest).length === 0;

describe('a release that is published', () => {
  const published = combinations
    .map(([arm64, x64, win]) => releaseOf(arm64, x64, win))
    .filter((manifest) => isPublished(manifest));

  it('offers electron-updater the file of each platform, in its format', () => {
    expect(published.length).toBeGreaterThan(50);
    for (const manifest of published)
      for (const platform of platforms) {
        const path = electronInstalls(manifest, platform);
        if (path !== undefined)
          expect(path).toMatch(new RegExp(`/${platform}/.*\\.${platform === 'win-x64' ? 'exe' : 'zip'}$`));
      }
  });

  it('offers Tauri all platforms, each in its format with a signature', () => {
    for (const manifest of published) {
      const written = tauriManifest(manifest, siteUrl) as
        | { platforms: Record<string, { url: string; signature: string }> }
        | undefined;
      for (const platform of written ? platforms : []) {
        const target = written?.platforms[tauriTargets[platform]];
        expect(target?.url).toMatch(tauriInstalls[platform]);
        expect(target?.signature).toBe('signed by us');
      }
    }
  });

  it.each([
    ['.dmg .zip', '.exe', 2, false],
    ['.zip', '.msi', 1, false],
    ['.dmg .tar.gz+', '.exe+', 1, true],
    ['.dmg .tar.gz+', '.msi+', 0, true],
    ['.dmg', '.msi', 0, false],
  ])('offers %s and %s to the updaters that can use them', (mac, win, electronManifests, isTauri) => {
    const manifest = releaseOf(mac, mac, win);
    expect(findUpdateProblems(manifest)).toEqual([]);
    const written = (['mac', 'win'] as const).filter((system) => electronManifest(manifest, system, siteUrl));
    expect([written.length, tauriManifest(manifest, siteUrl) !== undefined]).toEqual([
      electronManifests,
      isTauri,
    ]);
  });
});

describe('findUpdateProblems', () => {
  it.each([
    [
      '.dmg .zip',
      '.dmg',
      '.exe',
      'electron-updater on macOS could update only some apps: mac-x64 has no .zip.',
    ],
    [
      '.dmg .tar.gz+',
      '.dmg .tar.gz+',
      '.exe',
      "Tauri's updater could update only some apps: win-x64 has no .exe or .msi or .zip with a .sig.",
    ],
    [
      '.dmg .zip',
      '.dmg .zip',
      '.exe+',
      "Tauri's updater could update only some apps: mac-arm64 has no .tar.gz with a .sig, mac-x64 has no .tar.gz with a .sig.",
    ],
  ])('refuses %s, %s and %s', (arm64, x64, win, problem) => {
    expect(findUpdateProblems(releaseOf(arm64, x64, win))).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['mac-x64', 'App-arm64.zip'],
    ['mac-x64', 'App-ARM64.zip'],
    ['win-x64', 'App-aarch64.exe'],
  ] as const)('refuses in %s the name %s', (platform, fileName) => {
    const manifest = releaseOf('.zip', '.zip', '.exe');
    manifest.builds[platform].installer.fileName = fileName;
    expect(findUpdateProblems(manifest)).toEqual([expect.stringContaining(`${platform}/${fileName}`)]);
  });

  it('refuses a name that the updater skips on Intel', () => {
    const manifest = releaseOf('.zip', '.zip', '.exe');
    expect(electronInstalls(manifest, 'mac-x64')).toContain('/mac-x64/');
    manifest.builds['mac-x64'].installer.fileName = 'App-arm64.zip';
    expect(() => electronInstalls(manifest, 'mac-x64')).toThrow('No files provided');
    expect(isPublished(manifest)).toBe(false);
  });

  it('refuses a version that contains arm64', () => {
    expect(isPublished(releaseOf('.zip', '.zip', '.exe', '1.2.0-arm64.1'))).toBe(false);
  });
});

describe('a live release', () => {
  const signed = releaseOf('.tar.gz+', '.tar.gz+', '.exe+');

  it('must not lose the signatures of an updater', () => {
    expect(findLostUpdates(signed, releaseOf('.tar.gz+', '.tar.gz', '.exe+'))).toEqual([
      "Tauri's updater could no longer install this release. Add the signatures that release.json lost.",
    ]);
  });

  it('may gain signatures, and may keep files that no updater could install', () => {
    const unsigned = releaseOf('.tar.gz', '.tar.gz', '.exe');
    expect(findLostUpdates(unsigned, signed)).toEqual([]);
    expect(findLostUpdates(unsigned, unsigned)).toEqual([]);
  });
});

test('names the missing files of each updater without files', () => {
  expect(describeUpdatersWithoutFiles(releaseOf('.dmg .zip', '.dmg .zip', '.exe'))).toEqual([
    "Tauri's updater gets no update, and an app that uses it reports an error: mac-arm64 has no .tar.gz with a .sig, mac-x64 has no .tar.gz with a .sig, win-x64 has no .exe or .msi or .zip with a .sig.",
  ]);
  expect(describeUpdatersWithoutFiles(releaseOf('.dmg .tar.gz+', '.dmg .tar.gz+', '.exe+'))).toEqual([
    'electron-updater on macOS gets no update, and an app that uses it reports an error: mac-arm64 has no .zip, mac-x64 has no .zip.',
  ]);
});
