import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import * as z from '../../../contract/zod.ts';
import { fileOf, manifestOf } from './test-release.ts';
import { electronManifest, tauriManifest, updateUrl } from './updater-files.ts';

const siteUrl = 'https://site.test';
const manifest = manifestOf('1.2.0');

describe('electron-updater', () => {
  // An internal module, because the package itself needs Electron.
  const require = createRequire(import.meta.url);
  const { parseUpdateInfo, resolveFiles, findFile } = require('electron-updater/out/providers/Provider.js');
  const read = (system: 'mac' | 'win') =>
    parseUpdateInfo(electronManifest(manifest, system, siteUrl), 'latest.yml', new URL(siteUrl));

  test('reads latest.yml and finds the installer for Windows', () => {
    const info = read('win');
    expect(info).toMatchObject({
      version: '1.2.0',
      releaseDate: manifest.date,
      releaseNotes: manifest.notes,
    });
    const files = resolveFiles(info, new URL(`${siteUrl}/updates/`));
    expect(findFile(files, 'exe')).toMatchObject({
      url: new URL(`${siteUrl}/api/updateFile/1.2.0/win-x64/App-1.2.0.exe`),
      info: { sha512: `${'b'.repeat(86)}==`, size: 300 },
    });
  });

  test.each([
    ['win', 'win-x64/App-1.2.0.exe'],
    ['mac', 'mac-arm64/App-1.2.0-mac-arm64.zip'],
  ] as const)('finds one file for %s with its checksum if it does not know `files`', (system, file) => {
    const [found] = resolveFiles({ ...read(system), files: undefined }, new URL(`${siteUrl}/updates/`));
    expect(found).toMatchObject({
      url: new URL(`${siteUrl}/api/updateFile/1.2.0/${file}`),
      info: { sha512: `${'b'.repeat(86)}==` },
    });
  });

  test.each(['"quotes"', "it's: a # trap", '- one\n- two', '\u2028 ünïcode 🗺', '%YAML 1.2', 'no'])(
    'reads notes such as %j unchanged',
    (notes) => {
      const text = electronManifest({ ...manifest, notes }, 'win', siteUrl);
      expect(parseUpdateInfo(text, 'latest.yml', new URL(siteUrl)).releaseNotes).toBe(notes);
    },
  );
});

describe("Tauri's updater", () => {
  /** https://v2.tauri.app/plugin/updater/#static-json-file */
  const schema = z.strictObject({
    version: z.string().check(z.regex(/^v?\d+\.\d+\.\d+/)),
    notes: z.string(),
    pub_date: z.iso.datetime(),
    platforms: z.record(
      z.string().check(z.regex(/^(linux|darwin|windows)-(x86_64|aarch64|i686|armv7)$/)),
      z.strictObject({ signature: z.string().check(z.minLength(1)), url: z.url() }),
    ),
  });

  test('gets the signed files of all platforms', () => {
    const signed = manifestOf('1.2.0');
    const sign = (fileName: string) => ({ ...fileOf(fileName), updaterSignature: 'signed by us' });
    signed.builds['mac-arm64'].updateArchive = sign('App.app.tar.gz');
    signed.builds['mac-x64'].updateArchive = sign('App.app.tar.gz');
    signed.builds['win-x64'].installer = sign('App.exe');
    const target = (path: string) => ({
      signature: 'signed by us',
      url: `${siteUrl}/api/updateFile/1.2.0/${path}`,
    });
    expect(schema.parse(tauriManifest(signed, siteUrl)).platforms).toEqual({
      'darwin-aarch64': target('mac-arm64/App.app.tar.gz'),
      'darwin-x86_64': target('mac-x64/App.app.tar.gz'),
      'windows-x86_64': target('win-x64/App.exe'),
    });
  });

  test('gets nothing when no build has a signature', () => {
    expect(tauriManifest(manifest, siteUrl)).toBeUndefined();
  });
});

test('encodes a file name with spaces in the URL', () => {
  expect(updateUrl(siteUrl, '1.0.0', 'win-x64', 'My App (1).exe')).toBe(
    'https://site.test/api/updateFile/1.0.0/win-x64/My%20App%20(1).exe',
  );
});
