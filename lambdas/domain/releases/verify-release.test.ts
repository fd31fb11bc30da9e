import { beforeEach, describe, expect, test, vi } from 'vitest';
import { filesOf, type ReleaseManifest, releaseKey } from '../../../contract/records/release.ts';
import { platforms } from '../../../contract/rules/platforms.ts';
import { manifestOf } from './test-release.ts';
import { type ObjectFacts, verifyRelease } from './verify-release.ts';

const manifest = manifestOf('1.2.0');
const winKey = 'releases/1.2.0/win-x64/App-1.2.0.exe';

/** A fake of the bucket, and the checksums of its objects. */
let objects: Record<string, ObjectFacts>;
const checksums = vi.fn();

beforeEach(() => {
  objects = Object.fromEntries(
    platforms.flatMap((platform) =>
      filesOf(manifest.builds[platform]).map(({ fileName, sizeInBytes }) => [
        releaseKey('1.2.0', platform, fileName),
        { sizeInBytes, etag: `"${fileName}"`, versionId: 'v1' },
      ]),
    ),
  );
  checksums.mockReset().mockResolvedValue({ sha256: 'a'.repeat(64), sha512: `${'b'.repeat(86)}==` });
});

const verify = (promised: ReleaseManifest = manifest, before?: Parameters<typeof verifyRelease>[2]) =>
  verifyRelease({ describe: async (key) => objects[key], checksums }, promised, before);

test('returns every verified object of a complete release', async () => {
  const outcome = await verify();
  expect(outcome).toEqual({
    objects: Object.fromEntries(
      Object.entries(objects).map(([key, { etag, versionId }]) => [key, { etag, versionId }]),
    ),
  });
  expect(checksums).toHaveBeenCalledTimes(5);
});

describe('verifyRelease', () => {
  test('reports a missing file', async () => {
    delete objects[winKey];
    expect(await verify()).toEqual({ problems: ['win-x64/App-1.2.0.exe is missing.'] });
  });

  test('reports an incomplete file, without reading it', async () => {
    objects[winKey] = { sizeInBytes: 299, etag: '"x"' };
    expect(await verify()).toEqual({ problems: ['win-x64/App-1.2.0.exe has 299 bytes instead of 300.'] });
    expect(checksums).toHaveBeenCalledTimes(4);
  });

  test.each([
    ['sha256', 'SHA-256'],
    ['sha512', 'SHA-512'],
  ])('reports different bytes by their %s', async (name, shown) => {
    checksums.mockImplementation(async (key) => ({
      sha256: 'a'.repeat(64),
      sha512: `${'b'.repeat(86)}==`,
      ...(key === winKey ? { [name]: 'other' } : {}),
    }));
    expect(await verify()).toEqual({
      problems: [`win-x64/App-1.2.0.exe has a different ${shown} than release.json says.`],
    });
  });

  test('reports an object without a version, which could be replaced', async () => {
    objects[winKey] = { sizeInBytes: 300, etag: '"x"' };
    expect(await verify()).toEqual({
      problems: [
        'win-x64/App-1.2.0.exe has no S3 version ID. Turn on versioning for the bucket, and upload the file again.',
      ],
    });
  });

  test('reads block maps, and reports a different one', async () => {
    const key = `${winKey}.blockmap`;
    const mapped = structuredClone(manifest);
    mapped.builds['win-x64'].installer.blockmap = {
      sizeInBytes: 20,
      sha256: 'a'.repeat(64),
      sha512: `${'b'.repeat(86)}==`,
    };
    expect(await verify(mapped)).toEqual({ problems: ['win-x64/App-1.2.0.exe.blockmap is missing.'] });
    objects[key] = { sizeInBytes: 20, etag: '"map"', versionId: 'v1' };
    expect(await verify(mapped)).toMatchObject({ objects: { [key]: { etag: '"map"', versionId: 'v1' } } });
    mapped.builds['win-x64'].installer.blockmap.sha256 = 'c'.repeat(64);
    expect(await verify(mapped)).toEqual({
      problems: ['win-x64/App-1.2.0.exe.blockmap has a different SHA-256 than release.json says.'],
    });
  });

  test('reports all problems at once', async () => {
    objects = {};
    const outcome = await verify();
    expect('problems' in outcome && outcome.problems).toHaveLength(5);
  });
});

describe('verifying again', () => {
  const live = async () => {
    const outcome = await verify();
    if ('problems' in outcome) throw new Error('The release should verify.');
    checksums.mockClear();
    return { manifest, objects: outcome.objects };
  };

  test('reads nothing, so that yanking a release takes seconds', async () => {
    const before = await live();
    expect(await verify({ ...manifest, yankedAt: '2025-09-02T00:00:00Z' }, before)).toEqual({
      objects: before.objects,
    });
    expect(checksums).not.toHaveBeenCalled();
  });

  test('reads an overwritten object', async () => {
    const before = await live();
    objects[winKey] = { sizeInBytes: 300, etag: '"other"', versionId: 'v2' };
    await verify(manifest, before);
    expect(checksums.mock.calls.map(([key]) => key)).toEqual([winKey]);
  });

  test('reads an object that was uploaded again with the same bytes', async () => {
    const before = await live();
    objects[winKey] = { sizeInBytes: 300, etag: '"App-1.2.0.exe"', versionId: 'v2' };
    await verify(manifest, before);
    expect(checksums.mock.calls.map(([key]) => key)).toEqual([winKey]);
  });

  test.each(['sha256', 'sha512'] as const)(
    'reads an object with another %s in the manifest',
    async (name) => {
      const before = await live();
      const changed = structuredClone(manifest);
      changed.builds['win-x64'].installer[name] = 'c'.repeat(64);
      expect(await verify(changed, before)).toEqual({
        problems: [expect.stringContaining(name.replace('sha', 'SHA-'))],
      });
      expect(checksums.mock.calls.map(([key]) => key)).toEqual([winKey]);
    },
  );
});
