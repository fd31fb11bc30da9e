import { describe, expect, test } from 'vitest';
import { releaseKey, releaseManifest, releaseManifestKey } from './release.ts';

const file = { fileName: 'App (1).dmg', sizeInBytes: 5, sha256: 'a'.repeat(64) };
const manifest = {
  version: '1.2.3',
  date: '2025-09-01T00:00:00Z',
  files: { 'mac-arm64': file, 'mac-x64': file, 'win-x64': file },
};
const withFile = (change: object) => ({
  ...manifest,
  files: { ...manifest.files, 'win-x64': { ...file, ...change } },
});

describe('a release manifest', () => {
  test.each(['1.2.3', '0.1.0', '10.20.30-beta.1'])('may be of version %s', (version) => {
    expect(releaseManifest.safeParse({ ...manifest, version }).success).toBe(true);
  });

  test.each([
    ['with a version that is none', { ...manifest, version: '1.2' }],
    ['with a version that climbs out of its folder', { ...manifest, version: '../1.2.3' }],
    ['without one of the platforms', { ...manifest, files: { 'mac-arm64': file, 'mac-x64': file } }],
    ['with a platform nobody knows', { ...manifest, files: { ...manifest.files, 'linux-x64': file } }],
    ['with a path for a file name', withFile({ fileName: 'other/app.exe' })],
    [
      'with a quote in a file name, which would end the header it stands in',
      withFile({ fileName: 'a".exe' }),
    ],
    ['with an empty file', withFile({ sizeInBytes: 0 })],
    ['with half a byte', withFile({ sizeInBytes: 1.5 })],
    ['with a checksum that is none', withFile({ sha256: 'A'.repeat(64) })],
  ])('%s is refused', (_, data) => {
    expect(releaseManifest.safeParse(data).success).toBe(false);
  });
});

test('a release lies in the folder of its version', () => {
  expect(releaseKey('1.2.3', 'win-x64', 'App.exe')).toBe('releases/1.2.3/win-x64/App.exe');
  expect(releaseManifestKey('1.2.3')).toBe('releases/1.2.3/release.json');
});
