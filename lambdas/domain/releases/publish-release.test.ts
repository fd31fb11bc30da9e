import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Build,
  filesOf,
  type ReleaseManifest,
  releaseKey,
  releaseManifest,
} from '../../../contract/records/release.ts';
import { platforms } from '../../../contract/rules/platforms.ts';
import type { LiveRecord } from './live-releases.ts';
import { publishRelease } from './publish-release.ts';
import { type PublishedFile, publishedFiles } from './published-files.ts';
import { fileOf, manifestOf } from './test-release.ts';

/** A fake of the bucket: calls take time, and a write can be conditional. */
let manifests: Record<string, unknown>;
let record: { text: string; etag: string } | undefined;
let published: Record<string, string>;
let writes: number;
let corrupt: Set<string>;
/** Versions whose files were replaced in the bucket. */
let replaced: Set<string>;
const refresh = vi.fn(async (_: string[]) => {});

beforeEach(() => {
  manifests = {};
  record = undefined;
  published = {};
  writes = 0;
  corrupt = new Set();
  replaced = new Set();
  refresh.mockClear();
});

/** Lets other calls run, sometimes several. */
const pause = async () => {
  for (let turns = Math.ceil(random() * 5); turns > 0; turns--) await Promise.resolve();
};

const otherBytes = { sha256: 'c'.repeat(64), sha512: `${'d'.repeat(86)}==` };
const isReplaced = (key: string) => replaced.has(key.split('/')[1] ?? '');

/** The same release with other files, which verify. */
function replaceFiles(manifest: ReleaseManifest): ReleaseManifest {
  const next = structuredClone(manifest);
  for (const platform of platforms)
    for (const file of filesOf(next.builds[platform])) Object.assign(file, otherBytes);
  replaced.add(manifest.version);
  return next;
}

const releases = {
  async manifest(version: string) {
    await pause();
    return manifests[version] === undefined ? undefined : releaseManifest.parse(manifests[version]);
  },
  async liveRecord() {
    await pause();
    return {
      record: (record ? JSON.parse(record.text) : { releases: {} }) as LiveRecord,
      etag: record?.etag,
    };
  },
  async replaceLiveRecord(next: LiveRecord, previousEtag: string | undefined) {
    await pause();
    if (record?.etag !== previousEtag) return false;
    writes += 1;
    record = { text: JSON.stringify(next), etag: `"${writes}"` };
    return true;
  },
  async describe(key: string) {
    await pause();
    const sizes: Record<string, number> = { dmg: 100, zip: 90, gz: 80, exe: 300 };
    const etag = isReplaced(key) ? `"${key} again"` : `"${key}"`;
    return { sizeInBytes: sizes[key.split('.').at(-1) ?? ''] ?? 0, etag, versionId: 'v1' };
  },
  async checksums(key: string) {
    await pause();
    if (isReplaced(key)) return otherBytes;
    return { sha256: (corrupt.has(key) ? 'f' : 'a').repeat(64), sha512: `${'b'.repeat(86)}==` };
  },
  async writePublished(files: Record<string, PublishedFile>) {
    for (const [key, { body }] of Object.entries(files)) {
      await pause();
      if (body === undefined) delete published[key];
      else published[key] = body;
    }
  },
};

const publish = (version: string) =>
  publishRelease({ releases, refresh, siteUrl: 'https://site.test' }, version);
const upload = (manifest: ReleaseManifest) => {
  manifests[manifest.version] = manifest;
};
const currentVersion = () => JSON.parse(published['version.json'] ?? '{}').version;

/** The same random numbers each time, so that a failure can be reproduced. */
let state = 1;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
}

test('publishes a complete release in all files', async () => {
  upload(manifestOf('1.2.0'));
  expect(await publish('1.2.0')).toEqual([]);
  expect(Object.keys(published).sort()).toEqual([
    'releases.json',
    'updates/SHA256SUMS.txt',
    'updates/beta-mac.yml',
    'updates/beta.yml',
    ...[1, 20, 5, 50].flatMap((cohort) => [
      `updates/cohorts/${cohort}/latest-mac.yml`,
      `updates/cohorts/${cohort}/latest.yml`,
    ]),
    'updates/latest-mac.yml',
    'updates/latest.yml',
    'updates/releases.atom',
    'version.json',
  ]);
  expect(currentVersion()).toBe('1.2.0');
  expect(refresh).toHaveBeenCalledExactlyOnceWith(['/version.json', '/releases.json', '/updates/*']);
});

describe('publishRelease with an invalid release', () => {
  beforeEach(async () => {
    upload(manifestOf('1.1.0', { date: '2025-08-01T00:00:00Z' }));
    await publish('1.1.0');
  });

  test.each([
    ['without a manifest', undefined, 'There is no release.json of 1.2.0.'],
    [
      'when the manifest is of another version',
      manifestOf('1.3.0'),
      'The release.json in the folder of 1.2.0 is for 1.3.0.',
    ],
    [
      'when the manifest is not valid',
      { ...manifestOf('1.2.0'), channel: 'nightly' },
      'The release.json of 1.2.0 is not valid',
    ],
  ])('keeps the live release %s', async (_, manifest, problem) => {
    manifests['1.2.0'] = manifest;
    const before = { ...published };
    expect(await publish('1.2.0')).toEqual([expect.stringContaining(problem)]);
    expect(published).toEqual(before);
  });

  test('keeps the live release when updaters could use a release only on some platforms', async () => {
    const partial = manifestOf('1.2.0');
    delete partial.builds['mac-x64'].updateArchive;
    upload(partial);
    const before = { ...published };
    expect(await publish('1.2.0')).toEqual([
      expect.stringContaining('electron-updater on macOS could update only some apps: mac-x64 has no .zip.'),
    ]);
    expect(published).toEqual(before);
  });

  test('keeps the live release when one file is corrupt', async () => {
    upload(manifestOf('1.2.0'));
    corrupt.add('releases/1.2.0/mac-x64/App-1.2.0-mac-x64.dmg');
    const before = { ...published };
    expect(await publish('1.2.0')).toEqual([
      'mac-x64/App-1.2.0-mac-x64.dmg has a different SHA-256 than release.json says.',
    ]);
    expect(published).toEqual(before);
  });
});

describe('publishRelease with a live version', () => {
  const live = manifestOf('1.2.0');
  const exe = 'App-1.2.0.exe';

  beforeEach(async () => {
    upload(live);
    await publish('1.2.0');
  });

  const withWindows = (change: Partial<Build>) =>
    manifestOf('1.2.0', { builds: { ...live.builds, 'win-x64': { ...live.builds['win-x64'], ...change } } });
  const { 'mac-x64': mac } = live.builds;

  test.each([
    [
      'different bytes',
      withWindows({ installer: { ...fileOf(exe, 300), ...otherBytes } }),
      `win-x64/${exe} is live with different bytes.`,
    ],
    [
      'another file',
      withWindows({ installer: fileOf('Other.exe', 300) }),
      `win-x64/Other.exe replaces ${exe}, which is live.`,
    ],
    [
      'one more file',
      withWindows({ updateArchive: fileOf('App.zip', 90) }),
      'win-x64/App.zip was added to a version that is already live.',
    ],
    [
      'one less file',
      manifestOf('1.2.0', {
        builds: { ...live.builds, 'mac-x64': { minimumSystem: mac.minimumSystem, installer: mac.installer } },
      }),
      'mac-x64/App-1.2.0-mac-x64.zip is live, but release.json no longer names it.',
    ],
  ])('keeps the files of a live version against %s', async (_, manifest, problem) => {
    const before = { record, published: { ...published } };
    replaced.add('1.2.0');
    upload(manifest);
    expect(await publish('1.2.0')).toEqual([problem]);
    expect({ record, published }).toEqual(before);
  });

  test('keeps the files of a live version when all were replaced, and can still yank it', async () => {
    const other = replaceFiles(live);
    upload(other);
    expect(await publish('1.2.0')).toHaveLength(5);
    upload({ ...other, yankedAt: '2025-10-01T00:00:00Z' });
    expect(await publish('1.2.0')).toEqual([]);
    expect(currentVersion()).toBeUndefined();
    const entry = (JSON.parse(record?.text ?? '') as LiveRecord).releases['1.2.0'];
    expect(entry?.manifest.builds).toEqual(live.builds);
  });

  test('accepts new notes, signatures and promotions of a live version, and repeated publishing', async () => {
    expect(await publish('1.2.0')).toEqual([]);
    const signed = structuredClone(live);
    // A new release with only this signature would be refused.
    signed.builds['win-x64'].installer.updaterSignature = 'signed';
    upload({ ...signed, notes: 'Corrected.', promotedAt: '2025-10-01T00:00:00Z' });
    expect(await publish('1.2.0')).toEqual([]);
    expect(JSON.parse(published['version.json'] ?? '').notes).toBe('Corrected.');
  });

  test('refuses a release.json that has lost the signatures of an updater', async () => {
    const buildOf = (fileName: string, sizeInBytes: number): Build => ({
      minimumSystem: 'Any',
      installer: { ...fileOf(fileName, sizeInBytes), updaterSignature: 'signed' },
    });
    const signed = manifestOf('1.3.0', {
      builds: {
        'mac-arm64': buildOf('App-arm64.tar.gz', 80),
        'mac-x64': buildOf('App-x64.tar.gz', 80),
        'win-x64': buildOf('App.exe', 300),
      },
    });
    upload(signed);
    expect(await publish('1.3.0')).toEqual([]);
    const unsigned = structuredClone(signed);
    delete unsigned.builds['mac-x64'].installer.updaterSignature;
    upload(unsigned);
    expect(await publish('1.3.0')).toEqual([expect.stringContaining('could no longer install')]);
  });

  test('lets a refused version be uploaded again with other files', async () => {
    upload(manifestOf('1.3.0'));
    corrupt.add('releases/1.3.0/win-x64/App-1.3.0.exe');
    expect(await publish('1.3.0')).toHaveLength(1);
    upload(replaceFiles(manifestOf('1.3.0')));
    expect(await publish('1.3.0')).toEqual([]);
    expect(currentVersion()).toBe('1.3.0');
  });
});

test('rolls back to a promoted older release, and offers nothing after the only one is yanked', async () => {
  upload(manifestOf('1.0.0', { date: '2025-08-01T00:00:00Z' }));
  upload(manifestOf('1.1.0'));
  await publish('1.0.0');
  await publish('1.1.0');
  expect(currentVersion()).toBe('1.1.0');

  upload(manifestOf('1.0.0', { date: '2025-08-01T00:00:00Z', promotedAt: '2025-10-01T00:00:00Z' }));
  await publish('1.0.0');
  expect(currentVersion()).toBe('1.0.0');

  for (const version of ['1.0.0', '1.1.0']) {
    upload(manifestOf(version, { yankedAt: '2025-10-02T00:00:00Z' }));
    await publish(version);
  }
  expect(Object.keys(published).sort()).toEqual([
    'releases.json',
    'updates/SHA256SUMS.txt',
    'updates/releases.atom',
  ]);
});

test.each(['gone', 'others'])(
  'removes a yanked release from all files, even when its builds are %s',
  async (state) => {
    upload(manifestOf('1.0.0', { date: '2025-08-01T00:00:00Z' }));
    upload(manifestOf('1.1.0'));
    await publish('1.0.0');
    await publish('1.1.0');
    const describeObject = vi.spyOn(releases, 'describe');
    if (state === 'gone') describeObject.mockResolvedValue(undefined as never);
    else describeObject.mockResolvedValue({ sizeInBytes: 1, etag: '"other"', versionId: 'v1' });
    upload(manifestOf('1.1.0', { yankedAt: '2025-10-01T00:00:00Z' }));
    expect(await publish('1.1.0')).toEqual([]);
    describeObject.mockRestore();
    expect(currentVersion()).toBe('1.0.0');
    expect(JSON.parse(published['releases.json'] ?? '')[0]).toMatchObject({
      version: '1.1.0',
      isYanked: true,
    });
  },
);

test('completes the publication of a run that was killed after it wrote the record', async () => {
  upload(manifestOf('1.2.0'));
  vi.spyOn(releases, 'writePublished').mockRejectedValueOnce(new Error('died'));
  await expect(publish('1.2.0')).rejects.toThrow('died');
  expect(published).toEqual({});
  expect(await publish('1.2.0')).toEqual([]);
  expect(currentVersion()).toBe('1.2.0');
});

/** Delivers ten events of each version, eight at a time; an event that loses too many races is delivered again. */
async function handleShuffled(versions: string[], inBetween: () => void = () => {}): Promise<void> {
  const queue = Array.from({ length: 10 }, () => versions).flat();
  for (let last = queue.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [queue[last], queue[other]] = [queue[other] ?? '', queue[last] ?? ''];
  }
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let version = queue.shift(); version; version = queue.shift()) {
        const next = version;
        inBetween();
        await publish(next).catch((error: Error) => {
          if (!error.message.includes('kept changing')) throw error;
          queue.push(next);
        });
      }
    }),
  );
}

test('publishes the live record even when the next run refuses other files', async () => {
  upload(manifestOf('1.2.0'));
  vi.spyOn(releases, 'writePublished').mockRejectedValueOnce(new Error('died'));
  await expect(publish('1.2.0')).rejects.toThrow('died');
  upload(replaceFiles(manifestOf('1.2.0')));
  expect(await publish('1.2.0')).toHaveLength(5);
  expect(JSON.parse(published['version.json'] ?? '').builds['win-x64'].sha256).toBe('a'.repeat(64));
});

/** Rendering the notes of 20 releases hundreds of times takes most of the time of these tests. */
const withoutNotes = { notes: '' };

test('reaches one state after 200 shuffled, repeated and concurrent uploads', { tags: 'long' }, async () => {
  const versions = Array.from({ length: 20 }, (_, index) => `1.${index}.0`);
  const manifestFor = (version: string, index: number) =>
    manifestOf(version, {
      ...withoutNotes,
      date: new Date(Date.UTC(2025, 0, 1 + ((index * 7) % 20))).toISOString(),
      channel: index % 4 === 0 ? 'beta' : 'stable',
      ...(index === 13 ? { yankedAt: '2025-10-01T00:00:00.000Z' } : {}),
    });

  const expected: LiveRecord = {
    releases: Object.fromEntries(
      versions.map((version, index) => {
        const manifest = releaseManifest.parse(manifestFor(version, index));
        const keys = platforms.flatMap((platform) =>
          filesOf(manifest.builds[platform]).map(({ fileName }) => releaseKey(version, platform, fileName)),
        );
        const objects = Object.fromEntries(keys.map((key) => [key, { etag: `"${key}"`, versionId: 'v1' }]));
        return [version, { manifest, objects }];
      }),
    ),
  };
  const expectedFiles = Object.entries(publishedFiles(expected, 'https://site.test')).flatMap(
    ([key, { body }]) => (body === undefined ? [] : [[key, body]]),
  );
  for (let round = 0; round < 2; round++) {
    record = undefined;
    published = {};
    manifests = {};
    for (const [index, version] of versions.entries()) upload(manifestFor(version, index));
    await handleShuffled(versions);
    expect(JSON.parse((record as { text: string } | undefined)?.text ?? '')).toEqual(expected);
    expect(published).toEqual(Object.fromEntries(expectedFiles));
    // The highest stable version that is not yanked.
    expect(currentVersion()).toBe('1.19.0');
  }
});

test('keeps live files when different bytes arrive among 200 shuffled events', {
  tags: ['extended', 'long'],
}, async () => {
  const versions = Array.from({ length: 20 }, (_, index) => `1.${index}.0`);
  for (let round = 0; round < 2; round++) {
    record = undefined;
    published = {};
    manifests = {};
    replaced = new Set();
    for (const version of versions) upload(manifestOf(version, withoutNotes));
    const wasLive = new Map<string, string>();
    let turn = 0;
    await handleShuffled(versions, () => {
      turn += 1;
      const { releases: live } = JSON.parse(record?.text ?? '{"releases":{}}') as LiveRecord;
      for (const [version, { manifest }] of Object.entries(live)) {
        const bytes = JSON.stringify(manifest.builds);
        expect(wasLive.get(version) ?? bytes, version).toBe(bytes);
        wasLive.set(version, bytes);
      }
      const version = versions[turn % versions.length] ?? '';
      if (turn % 7 === 0) upload(replaceFiles(manifestOf(version, withoutNotes)));
    });
    const final = JSON.parse((record as { text: string } | undefined)?.text ?? '') as LiveRecord;
    expect(wasLive.size).toBe(versions.length);
    for (const [version, bytes] of wasLive)
      expect(JSON.stringify(final.releases[version]?.manifest.builds)).toBe(bytes);
    const files = Object.entries(publishedFiles(final, 'https://site.test'));
    expect(published).toEqual(
      Object.fromEntries(files.flatMap(([key, { body }]) => (body === undefined ? [] : [[key, body]]))),
    );
  }
});
