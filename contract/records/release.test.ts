import { describe, expect, test } from 'vitest';
import { releaseKey, releaseManifest, releaseManifestKey } from './release.ts';

const file = {
  fileName: 'App (1).dmg',
  sizeInBytes: 5,
  sha256: 'a'.repeat(64),
  sha512: `${'b'.repeat(86)}==`,
};
const build = { minimumSystem: 'macOS 12', installer: file };
const manifest = {
  version: '1.2.3',
  channel: 'stable',
  date: '2025-09-01T00:00:00Z',
  notes: '',
  builds: { 'mac-arm64': build, 'mac-x64': build, 'win-x64': build },
};
const withFile = (change: object) => ({
  ...manifest,
  builds: { ...manifest.builds, 'win-x64': { ...build, installer: { ...file, ...change } } },
});

const signature = { publisher: 'Example Company', signedAt: '2025-08-31T10:00:00.000Z' };
const withEvidence = (change: object) => ({
  ...manifest,
  builds: {
    ...manifest.builds,
    'win-x64': {
      ...build,
      evidence: [{ fileName: 'App.cdx.json', kind: 'sbom', sha256: 'c'.repeat(64), ...change }],
    },
  },
});

describe('a release manifest', () => {
  test('accepts signatures, evidence and a reason, and none of them in older releases', () => {
    const unsigned = 'The certificate has not arrived.';
    for (const data of [manifest, withFile({ signature }), withEvidence({}), { ...manifest, unsigned }])
      expect(releaseManifest.safeParse(data).data).toEqual(data);
  });

  test.each(['1.2.3', '0.1.0', '10.20.30-beta.1', '1.0.0-rc-1', '1.0.0-0a.0'])(
    'accepts version %s',
    (version) => {
      expect(releaseManifest.safeParse({ ...manifest, version }).success).toBe(true);
    },
  );

  test.each([
    ['an invalid version', { ...manifest, version: '1.2' }],
    ['a number that begins with 0', { ...manifest, version: '01.2.3' }],
    ['a number that begins with 0 after the hyphen', { ...manifest, version: '1.2.3-beta.01' }],
    ['an empty part in the version', { ...manifest, version: '1.2.3-beta..1' }],
    ['a version that leaves its folder', { ...manifest, version: '../1.2.3' }],
    ['an unknown channel', { ...manifest, channel: 'nightly' }],
    ['a missing platform', { ...manifest, builds: { 'mac-arm64': build, 'mac-x64': build } }],
    ['an unknown platform', { ...manifest, builds: { ...manifest.builds, 'linux-x64': build } }],
    ['a path as a file name', withFile({ fileName: 'other/app.exe' })],
    ['a file name with a quote, which would end the value of the header', withFile({ fileName: 'a".exe' })],
    ['a publisher of two lines', withFile({ signature: { ...signature, publisher: 'Example\nCompany' } })],
    ['a time of signing that is none', withFile({ signature: { ...signature, signedAt: 'yesterday' } })],
    ['evidence outside of its folder', withEvidence({ fileName: '../App.cdx.json' })],
    ['an unknown kind of evidence', withEvidence({ kind: 'rumor' })],
    ['a reason of two lines', { ...manifest, unsigned: 'The certificate\nhas not arrived.' }],
    ['an empty file', withFile({ sizeInBytes: 0 })],
    ['a fractional size', withFile({ sizeInBytes: 1.5 })],
    ['an invalid checksum', withFile({ sha256: 'A'.repeat(64) })],
    ['an updater’s checksum in another encoding', withFile({ sha512: 'b'.repeat(128) })],
  ])('rejects %s', (_, data) => {
    expect(releaseManifest.safeParse(data).success).toBe(false);
  });
});

test('puts a release into the folder of its version', () => {
  expect(releaseKey('1.2.3', 'win-x64', 'App.exe')).toBe('releases/1.2.3/win-x64/App.exe');
  expect(releaseManifestKey('1.2.3')).toBe('releases/1.2.3/release.json');
});
