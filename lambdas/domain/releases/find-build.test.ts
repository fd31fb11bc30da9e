import { beforeEach, describe, expect, test } from 'vitest';
import { findInstaller, findUpdateFile } from './find-build.ts';
import type { LiveRecord } from './live-releases.ts';
import { liveReleaseOf, manifestOf } from './test-release.ts';

let record: LiveRecord;
const releases = { liveRecord: async () => ({ record, etag: '"1"' }) };
const winKey = 'releases/1.2.0/win-x64/App-1.2.0.exe';

beforeEach(() => {
  record = {
    releases: {
      '1.1.0': liveReleaseOf(manifestOf('1.1.0', { date: '2025-08-01T00:00:00Z' })),
      '1.2.0': liveReleaseOf(manifestOf('1.2.0')),
    },
  };
});

describe('people', () => {
  test('get the verified installer of the current version', async () => {
    expect(await findInstaller(releases, 'win-x64')).toEqual({
      object: { key: winKey, versionId: 'v7' },
      described: { fileName: 'App-1.2.0.exe', version: '1.2.0', sizeInBytes: 300 },
    });
  });

  test('get an older version by name', async () => {
    expect((await findInstaller(releases, 'mac-x64', '1.1.0')).described).toMatchObject({
      version: '1.1.0',
      fileName: 'App-1.1.0-mac-x64.dmg',
    });
  });

  test('get the previous version while the next one is rolled out, and that one by name', async () => {
    record.releases['1.2.0'] = liveReleaseOf(manifestOf('1.2.0', { rollout: { share: 50 } }));
    expect((await findInstaller(releases, 'win-x64')).described.version).toBe('1.1.0');
    expect((await findInstaller(releases, 'win-x64', '1.2.0')).described.version).toBe('1.2.0');
  });

  test.each([
    ['a yanked version', '1.2.0'],
    ['a version that does not exist', '9.9.9'],
    ["a version with the name of an object's own method", 'toString'],
  ])('do not get %s', async (_, version) => {
    record.releases['1.2.0'] = {
      manifest: manifestOf('1.2.0', { yankedAt: '2025-10-01T00:00:00Z' }),
      objects: {},
    };
    await expect(findInstaller(releases, 'win-x64', version)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('get no link to a file whose version is not recorded', async () => {
    record.releases['1.2.0'] = { manifest: manifestOf('1.2.0'), objects: {} };
    await expect(findInstaller(releases, 'win-x64')).rejects.toThrow(
      `releases/live.json has no version of ${winKey}. Publish the release again.`,
    );
  });

  test('get not-found before the first release', async () => {
    record = { releases: {} };
    await expect(findInstaller(releases, 'win-x64')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('updaters', () => {
  test('get the archive in the manifest', async () => {
    const file = { version: '1.2.0', platform: 'mac-arm64', fileName: 'App-1.2.0-mac-arm64.zip' } as const;
    expect(await findUpdateFile(releases, file)).toEqual({
      key: 'releases/1.2.0/mac-arm64/App-1.2.0-mac-arm64.zip',
      versionId: 'v7',
    });
  });

  test('get the block map of a file that has one', async () => {
    const manifest = manifestOf('1.2.0');
    const { installer } = manifest.builds['win-x64'];
    const file = { version: '1.2.0', platform: 'win-x64', fileName: 'App-1.2.0.exe.blockmap' } as const;
    await expect(findUpdateFile(releases, file)).rejects.toMatchObject({ code: 'not-found' });
    const { sha256, sha512 } = installer;
    installer.blockmap = { sizeInBytes: 20, sha256, sha512 };
    record.releases['1.2.0'] = liveReleaseOf(manifest);
    expect(await findUpdateFile(releases, file)).toEqual({ key: `${winKey}.blockmap`, versionId: 'v7' });
  });

  test('get only files in the manifest', async () => {
    const file = { version: '1.2.0', platform: 'win-x64', fileName: '../release.json' } as const;
    await expect(findUpdateFile(releases, file)).rejects.toMatchObject({ code: 'not-found' });
  });
});
