import { describe, expect, test } from 'vitest';
import type { ReleaseManifest } from '../../../contract/records/release.ts';
import { currentRelease, type LiveRecord, publicReleases, versionInfo } from './live-releases.ts';
import { liveReleaseOf, manifestOf } from './test-release.ts';

const recordOf = (...manifests: ReleaseManifest[]): LiveRecord => ({
  releases: Object.fromEntries(manifests.map((manifest) => [manifest.version, { manifest, objects: {} }])),
});
const on = (day: number) => `2025-09-${String(day).padStart(2, '0')}T00:00:00Z`;

describe('the current release', () => {
  const current = (channel: 'stable' | 'beta', ...manifests: ReleaseManifest[]) =>
    currentRelease(recordOf(...manifests), channel)?.manifest.version;

  test('is the highest version, regardless of the order of the writes', () => {
    const old = manifestOf('1.9.0');
    const next = manifestOf('1.10.0');
    expect([current('stable', old, next), current('stable', next, old)]).toEqual(['1.10.0', '1.10.0']);
  });

  test('is not an older version that was patched later', () => {
    const fixed = manifestOf('1.0.1', { date: on(9) });
    expect(current('stable', fixed, manifestOf('2.0.0', { date: on(2) }))).toBe('2.0.0');
  });

  test('is an older promoted version, until a higher one is published', () => {
    const promoted = manifestOf('1.0.0', { date: on(1), promotedAt: on(5) });
    const bad = manifestOf('1.1.0', { date: on(2) });
    expect(current('stable', promoted, bad)).toBe('1.0.0');
    expect(current('stable', promoted, bad, manifestOf('1.1.1', { date: on(6) }))).toBe('1.1.1');
    expect(current('stable', promoted, bad, manifestOf('0.9.1', { date: on(6) }))).toBe('1.0.0');
  });

  test('is the version promoted last', () => {
    const back = manifestOf('1.0.0', { date: on(1), promotedAt: on(5) });
    const forth = manifestOf('1.1.0', { date: on(2), promotedAt: on(6) });
    expect(current('stable', back, forth)).toBe('1.1.0');
    const backAgain = manifestOf('1.0.0', { date: on(1), promotedAt: on(7) });
    expect(current('stable', backAgain, forth)).toBe('1.0.0');
  });

  test('is never a yanked version', () => {
    const yanked = manifestOf('1.1.0', { date: on(2), yankedAt: on(3) });
    expect(current('stable', manifestOf('1.0.0', { date: on(1) }), yanked)).toBe('1.0.0');
    expect(current('stable', yanked)).toBeUndefined();
  });

  test('is a beta only on the beta channel, until a stable version is newer', () => {
    const beta = manifestOf('1.1.0-beta.1', { channel: 'beta', date: on(2) });
    const stable = manifestOf('1.0.0', { date: on(1) });
    expect([current('stable', stable, beta), current('beta', stable, beta)]).toEqual([
      '1.0.0',
      '1.1.0-beta.1',
    ]);
    expect(current('beta', stable, beta, manifestOf('1.1.0', { date: on(3) }))).toBe('1.1.0');
  });

  test('can be rolled back on one channel without the other', () => {
    const back = manifestOf('1.0.0', { date: on(1), promotedAt: on(6) });
    const bad = manifestOf('1.1.0', { date: on(2) });
    const beta = manifestOf('1.2.0-beta.2', { channel: 'beta', date: on(4) });
    const betas = [manifestOf('1.2.0-beta.1', { channel: 'beta', date: on(3) }), beta];
    expect([current('stable', back, bad, ...betas), current('beta', back, bad, ...betas)]).toEqual([
      '1.0.0',
      '1.2.0-beta.2',
    ]);
    const betaBack = manifestOf('1.2.0-beta.1', { channel: 'beta', date: on(3), promotedAt: on(5) });
    expect([current('stable', bad, betaBack, beta), current('beta', bad, betaBack, beta)]).toEqual([
      '1.1.0',
      '1.2.0-beta.1',
    ]);
  });

  test('is undefined before the first release', () => {
    expect(currentRelease({ releases: {} }, 'stable')).toBeUndefined();
  });
});

test('writes version, pages and builds of each platform to version.json', () => {
  const manifest = manifestOf('1.2.0');
  const info = versionInfo({ manifest, objects: {} }, 'https://site.test');
  expect(info).toMatchObject({
    version: '1.2.0',
    mac: {
      arm64: 'https://site.test/download?platform=mac-arm64',
      x64: 'https://site.test/download?platform=mac-x64',
    },
    win: 'https://site.test/download?platform=win-x64',
    date: manifest.date,
    notes: manifest.notes,
  });
  expect(info.builds['win-x64']).toEqual({
    fileName: 'App-1.2.0.exe',
    sizeInBytes: 300,
    sha256: 'a'.repeat(64),
    minimumSystem: 'Windows 10',
  });
});

test('names the signature, the exception and the evidence of a release', () => {
  const manifest = manifestOf('1.2.0', { unsigned: 'The certificate has not arrived.' });
  const signature = { publisher: 'Example Company', signedAt: '2025-08-31T10:00:00Z' };
  const evidence = [{ fileName: 'App.cdx.json', kind: 'sbom' as const, sha256: 'c'.repeat(64) }];
  Object.assign(manifest.builds['win-x64'], { evidence });
  manifest.builds['win-x64'].installer.signature = signature;
  const expected = {
    unsigned: 'The certificate has not arrived.',
    builds: { 'win-x64': { signature, evidence } },
  };
  expect(versionInfo(liveReleaseOf(manifest), 'https://site.test')).toMatchObject(expected);
  expect(publicReleases(recordOf(manifest))).toMatchObject([expected]);
});

test('lists all releases in releases.json, the highest version first, with marks for yanked ones', () => {
  const releases = publicReleases(
    recordOf(manifestOf('1.9.0'), manifestOf('1.10.0', { yankedAt: on(3) }), manifestOf('1.10.0-beta.1')),
  );
  expect(releases.map(({ version, isYanked }) => [version, isYanked])).toEqual([
    ['1.10.0', true],
    ['1.10.0-beta.1', false],
    ['1.9.0', false],
  ]);
});
