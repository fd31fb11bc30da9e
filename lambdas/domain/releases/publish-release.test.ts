import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Build,
  filesOf,
  type ReleaseManifest,
  releaseKey,
  releaseManifest,
} from '../../../contract/records/release.ts';
import { describeEntry, type RecordEntry } from '../../../contract/records/release-record.ts';
import { platforms } from '../../../contract/rules/platforms.ts';
import type { LiveRecord } from './live-releases.ts';
import { publishRelease } from './publish-release.ts';
import { type PublishedFile, publishedFiles } from './published-files.ts';
import { hashOf } from './release-history.ts';
import { fileOf, manifestOf } from './test-release.ts';

/** A fake of the bucket: calls take time, and a write can be conditional. */
let manifests: Record<string, unknown>;
let record: { text: string; etag: string } | undefined;
let published: Record<string, string>;
let writes: number;
let corrupt: Set<string>;
/** Versions whose files were replaced in the bucket. */
let replaced: Set<string>;
let now: Date;

beforeEach(() => {
  manifests = {};
  record = undefined;
  published = {};
  writes = 0;
  corrupt = new Set();
  replaced = new Set();
  now = new Date('2025-10-01T00:00:00.000Z');
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

const publish = (version: string) => publishRelease({ releases, siteUrl: 'https://site.test' }, version, now);
const upload = (manifest: ReleaseManifest) => {
  manifests[manifest.version] = manifest;
};
const currentVersion = () => JSON.parse(published['version.json'] ?? '{}').version;
const storedRecord = () => JSON.parse(record?.text ?? '{"releases":{}}') as LiveRecord;
const publishedEntries = (): RecordEntry[] => JSON.parse(published['updates/record.json'] ?? '[]');

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
    'updates/record.atom',
    'updates/record.json',
    'updates/releases.atom',
    'version.json',
  ]);
  expect(currentVersion()).toBe('1.2.0');
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

  test('halts a rollout even when all files were replaced', async () => {
    upload(manifestOf('1.1.0', { date: '2025-08-01T00:00:00Z' }));
    await publish('1.1.0');
    const rolledOut = manifestOf('1.2.0', { rollout: { share: 50 } });
    upload(rolledOut);
    await publish('1.2.0');
    const offered = () => published['updates/cohorts/20/latest.yml'];
    expect(offered()).toContain('version: "1.2.0"');
    upload({ ...replaceFiles(rolledOut), rollout: { share: 50, haltedAt: '2025-10-01T00:00:00.000Z' } });
    expect(await publish('1.2.0')).toEqual([]);
    expect(offered()).toContain('version: "1.1.0"');
    // The event is repeated.
    expect(await publish('1.2.0')).not.toEqual([]);
    expect(offered()).toContain('version: "1.1.0"');
  });

  test('publishes notes that changed with a halt', async () => {
    const rolledOut = manifestOf('1.3.0', { rollout: { share: 50 } });
    upload(rolledOut);
    await publish('1.3.0');
    const haltedAt = '2025-10-01T00:00:00.000Z';
    upload({ ...rolledOut, notes: 'It loses maps.', rollout: { share: 50, haltedAt } });
    expect(await publish('1.3.0')).toEqual([]);
    const entry = (JSON.parse(record?.text ?? '') as LiveRecord).releases['1.3.0'];
    expect(entry?.manifest).toMatchObject({ notes: 'It loses maps.', rollout: { haltedAt } });
    expect(published['releases.json']).toContain('It loses maps.');
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
    'updates/record.atom',
    'updates/record.json',
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

const expectUnbroken = (entries: RecordEntry[]) => {
  const hashes = entries.map((entry) => hashOf(entry));
  expect(entries.map(({ previous }) => previous)).toEqual([null, ...hashes].slice(0, entries.length));
};

describe('the history', () => {
  const stable = manifestOf('1.2.0');
  const kinds = () => publishedEntries().map(({ kind, version, channel }) => `${version} ${kind} ${channel}`);

  test('gets one entry for each change, and none for a repeated event or new notes', async () => {
    const promoted = { ...stable, promotedAt: '2025-09-04T00:00:00.000Z' };
    const changes = [
      { ...stable, channel: 'beta' as const },
      stable,
      { ...stable, notes: 'Corrected.' },
      { ...promoted, promotedAt: '2025-09-03T00:00:00.000Z' },
      promoted,
      { ...promoted, yankedAt: '2025-09-05T00:00:00.000Z' },
      { ...promoted, yankedAt: '2025-09-06T00:00:00.000Z' },
      // Somebody removed the mark by hand, so the release is offered again.
      promoted,
    ];
    for (const manifest of changes) {
      upload(manifest);
      for (let times = 0; times < 3; times++) expect(await publish('1.2.0')).toEqual([]);
    }
    expect(kinds()).toEqual([
      '1.2.0 published beta',
      '1.2.0 published stable',
      '1.2.0 promoted stable',
      '1.2.0 promoted stable',
      '1.2.0 withdrawn stable',
      '1.2.0 published stable',
    ]);
    expectUnbroken(publishedEntries());
  });

  test('gets one entry for each state of a rollout', async () => {
    upload(manifestOf('1.1.0', { date: '2025-08-01T00:00:00.000Z' }));
    expect(await publish('1.1.0')).toEqual([]);
    const haltedAt = '2025-09-04T00:00:00.000Z';
    const changes = [
      { rollout: { share: 5 as const } },
      { rollout: { share: 20 as const } },
      { rollout: { share: 20 as const, haltedAt } },
      { rollout: { share: 20 as const } },
      {},
    ];
    for (const change of changes) {
      upload({ ...stable, ...change });
      for (let times = 0; times < 2; times++) expect(await publish('1.2.0')).toEqual([]);
    }
    expect(publishedEntries().map((entry) => describeEntry(entry))).toEqual([
      '1.1.0 was published on the stable channel',
      '1.2.0 was published on the stable channel',
      'The rollout of 1.2.0 is now 5%',
      'The rollout of 1.2.0 is now 20%',
      'The rollout of 1.2.0 is now halted at 20%',
      'The rollout of 1.2.0 is now 20%',
      'The rollout of 1.2.0 is now 100%',
    ]);
    expectUnbroken(publishedEntries());
  });

  test('does not say that a release was published that was withdrawn before it was verified', async () => {
    upload({ ...stable, promotedAt: '2025-09-03T00:00:00.000Z', yankedAt: '2025-09-05T00:00:00.000Z' });
    expect(await publish('1.2.0')).toEqual([]);
    expect(kinds()).toEqual(['1.2.0 withdrawn stable']);
  });

  test('never changes an entry that was published', async () => {
    upload(stable);
    await publish('1.2.0');
    const [first] = publishedEntries();
    expect(first).toMatchObject({ previous: null, at: now.toISOString() });
    expect(first?.files).toContainEqual({ fileName: 'App-1.2.0.exe', sha256: 'a'.repeat(64) });
    // Another function, whose clock is slow.
    now = new Date('2025-09-30T23:59:59.000Z');
    upload({ ...stable, yankedAt: '2025-10-01T00:00:00.000Z' });
    await publish('1.2.0');
    expect(publishedEntries()).toEqual([
      first,
      expect.objectContaining({ kind: 'withdrawn', at: first?.at, previous: first && hashOf(first) }),
    ]);
  });

  test('says nothing about a release that is refused', async () => {
    upload(stable);
    corrupt.add('releases/1.2.0/win-x64/App-1.2.0.exe');
    expect(await publish('1.2.0')).toHaveLength(1);
    expect(storedRecord().history).toBeUndefined();
  });

  test('has one entry of a change whose run was killed after it wrote the record, and publishes it', async () => {
    upload(stable);
    vi.spyOn(releases, 'writePublished').mockRejectedValueOnce(new Error('died'));
    await expect(publish('1.2.0')).rejects.toThrow('died');
    now = new Date('2025-11-01T00:00:00.000Z');
    expect(published).toEqual({});
    expect(await publish('1.2.0')).toEqual([]);
    expect(currentVersion()).toBe('1.2.0');
    expect(publishedEntries().map(({ at }) => at)).toEqual(['2025-10-01T00:00:00.000Z']);
  });

  test('has both entries of two changes at once', async () => {
    upload(stable);
    upload(manifestOf('1.3.0'));
    await Promise.all(['1.2.0', '1.3.0', '1.2.0', '1.3.0'].map(publish));
    expect(kinds().sort()).toEqual(['1.2.0 published stable', '1.3.0 published stable']);
    expectUnbroken(publishedEntries());
  });

  test('begins with the times in the manifests when the record is older than its history', async () => {
    const earlier = manifestOf('1.1.0', {
      date: '2025-08-01T00:00:00Z',
      promotedAt: '2025-09-02T00:00:00.000Z',
      yankedAt: '2025-09-03T00:00:00.000Z',
    });
    for (const manifest of [stable, earlier]) {
      upload(manifest);
      await publish(manifest.version);
    }
    const { releases: live } = storedRecord();
    record = { text: JSON.stringify({ releases: live }), etag: '"old"' };
    const derived = [
      ['2025-08-01T00:00:00.000Z', '1.1.0 published stable'],
      ['2025-09-01T00:00:00.000Z', '1.2.0 published stable'],
      ['2025-09-02T00:00:00.000Z', '1.1.0 promoted stable'],
      ['2025-09-03T00:00:00.000Z', '1.1.0 withdrawn stable'],
    ];
    const times = () => publishedEntries().map(({ at }, index) => [at, kinds()[index]]);
    await publish('1.2.0');
    expect(times()).toEqual(derived);
    upload({ ...stable, yankedAt: '2025-10-01T00:00:00.000Z' });
    await publish('1.2.0');
    expect(times()).toEqual([...derived, [now.toISOString(), '1.2.0 withdrawn stable']]);
    expectUnbroken(publishedEntries());
  });
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
    // The order of the record depends on the order of the events.
    ([key, { body }]) => (body === undefined || key.startsWith('updates/record.') ? [] : [[key, body]]),
  );
  for (let round = 0; round < 2; round++) {
    record = undefined;
    published = {};
    manifests = {};
    for (const [index, version] of versions.entries()) upload(manifestFor(version, index));
    await handleShuffled(versions);
    const { releases: live, history = [] } = storedRecord();
    expect({ releases: live }).toEqual(expected);
    expect(published).toMatchObject(Object.fromEntries(expectedFiles));
    expectUnbroken(publishedEntries());
    expect(publishedEntries()).toEqual(history);
    // One entry for each change, however often its event arrived.
    expect(history.map(({ kind, version }) => `${version} ${kind}`).sort()).toEqual(
      versions.map((version, index) => `${version} ${index === 13 ? 'withdrawn' : 'published'}`).sort(),
    );
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
