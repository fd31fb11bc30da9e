import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ReleaseManifest, releaseManifest } from '../../../contract/records/release.ts';
import { platforms } from '../../../contract/rules/platforms.ts';
import type { Share } from '../../../contract/rules/rollout-shares.ts';
import { changeRollout } from '../../../lambdas/domain/releases/change-rollout.ts';
import { listManifests, readManifest } from '../../../lambdas/domain/releases/release-manifests.ts';
import { manifestOf } from '../../../lambdas/domain/releases/test-release.ts';
import { yank } from '../../../lambdas/domain/releases/yank-release.ts';
import { startS3 } from '../../../local/fakes/s3/start-s3.ts';
import { localS3 } from '../stage/connect.ts';
import { completeUpload, publishFolder } from './publish.ts';
import { readProvenanceTrust } from './signatures/provenance.ts';
import { createProgram, createWindowsPublisher, signProgram } from './signatures/test-windows-files.ts';
import { blockmapOf } from './test-blockmap.ts';

const publisher = createWindowsPublisher();
const trust = {
  windows: publisher.trust,
  apple: { teamId: 'A1B2C3D4E5', roots: [], now: publisher.trust.now },
  provenance: await readProvenanceTrust('sigstore/sigstore-js'),
};
let dir: string;
let s3: Awaited<ReturnType<typeof startS3>>;
let to: { s3: ReturnType<typeof localS3>; bucket: string };
/** Keys in the order in which they became visible. */
let created: string[];
let warnings: string[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'release-'));
  created = [];
  warnings = [];
  s3 = await startS3({
    dir: join(dir, 's3'),
    buckets: ['builds'],
    onObjectCreated: async ({ key }) => void created.push(key),
  });
  to = { s3: localS3(s3.endpoint), bucket: 'builds' };
});

afterEach(async () => {
  to.s3.destroy();
  await s3.stop();
  await rm(dir, { recursive: true });
});

const folder = () => join(dir, 'build');

async function write(path: string, content: string | Buffer): Promise<void> {
  const file = join(folder(), path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, content);
}

/** The files that Tauri's updater installs, by their paths under the version. */
const signedFiles = (version = '1.2.0') => [
  `mac-arm64/App-${version}-arm64.tar.gz`,
  `mac-x64/App-${version}-x64.tar.gz`,
  `win-x64/App-${version}.exe`,
];

async function writeBuild(version = '1.2.0'): Promise<void> {
  await write(`mac-arm64/App-${version}-arm64.dmg`, `arm64 ${version}`);
  await write(`mac-arm64/App-${version}-arm64.tar.gz`, `arm64 archive ${version}`);
  await write(`mac-x64/App-${version}-x64.dmg`, `x64 ${version}`);
  await write(`mac-x64/App-${version}-x64.tar.gz`, `x64 archive ${version}`);
  await write(`win-x64/App-${version}.exe`, `win ${version}`);
  for (const path of signedFiles(version)) await write(`${path}.sig`, 'signed by us\n');
}

const options = (version = '1.2.0') => ({
  to,
  version,
  channel: 'stable' as const,
  notes: 'News.',
  now: () => new Date('2025-09-01T00:00:00.000Z'),
  trust,
  unsigned: 'Files of a test have no signature.',
  onWarning: (sentence: string) => void warnings.push(sentence),
});
const exeKey = 'releases/1.2.0/win-x64/App-1.2.0.exe';
const manifestKey = 'releases/1.2.0/release.json';
const put = (Key: string, Body: string) => to.s3.send(new PutObjectCommand({ Bucket: 'builds', Key, Body }));
/** Marks a release as live, as the site does after the verification. */
const verify = async (...manifests: ReleaseManifest[]) => {
  const releases = manifests.map((manifest) => [manifest.version, { manifest, objects: {} }]);
  await put('releases/live.json', JSON.stringify({ releases: Object.fromEntries(releases) }));
};
const readBytes = async (Key: string) => {
  const { Body: body } = await to.s3.send(new GetObjectCommand({ Bucket: 'builds', Key }));
  return Buffer.from((await body?.transformToByteArray()) ?? []);
};
const publish = (version?: string) =>
  publishFolder({ ...options(version), folder: folder(), onProgress: () => {} });

describe('publish', () => {
  test('uploads every file, and release.json last', async () => {
    await writeBuild();
    await publish();
    expect(created.at(-1)).toBe('releases/1.2.0/release.json');
    expect(created.slice(0, -1).sort()).toEqual([
      'releases/1.2.0/mac-arm64/App-1.2.0-arm64.dmg',
      'releases/1.2.0/mac-arm64/App-1.2.0-arm64.tar.gz',
      'releases/1.2.0/mac-x64/App-1.2.0-x64.dmg',
      'releases/1.2.0/mac-x64/App-1.2.0-x64.tar.gz',
      'releases/1.2.0/win-x64/App-1.2.0.exe',
    ]);
    const { manifest } = (await readManifest(to, '1.2.0')) ?? {};
    expect(manifest).toMatchObject({ version: '1.2.0', channel: 'stable', notes: 'News.' });
    expect(manifest?.builds['win-x64'].installer).toEqual({
      fileName: 'App-1.2.0.exe',
      sizeInBytes: 9,
      sha256: createHash('sha256').update('win 1.2.0').digest('hex'),
      sha512: createHash('sha512').update('win 1.2.0').digest('base64'),
      updaterSignature: 'signed by us',
    });
    expect(manifest?.builds['mac-arm64'].updateArchive?.fileName).toBe('App-1.2.0-arm64.tar.gz');
  });

  test.each([
    ['1.2.0', '1.2.0', 0],
    ['1.2.0', '1.1.9', 5],
    ['1.2.0', '1.2.0-beta.1', 5],
    ['1.2.0-beta.1', '1.2.0', 5],
    ['1.2.0', '11.2.0', 5],
    ['1.2.0-nightly.3', '1.2.0-nightly.3', 0],
  ])('warns before it uploads as %s files that are named %s', async (version, named, count) => {
    await writeBuild(named);
    await publish(version);
    expect(warnings).toHaveLength(count);
    for (const warning of warnings) expect(warning).toContain(`another version than ${version}.`);
  });

  test('reports a missing folder', async () => {
    await expect(publish()).rejects.toThrow(`There is no folder ${folder()}.`);
    await writeFile(folder(), 'a file');
    await expect(publish()).rejects.toThrow(`${folder()} is not a folder.`);
  });

  test('changes only the notes of the same release', async () => {
    await writeBuild();
    await publish();
    created = [];
    await publishFolder({
      ...options(),
      notes: 'Better news.',
      now: () => new Date('2026-01-01T00:00:00.000Z'),
      folder: folder(),
      onProgress: () => {},
    });
    expect(created).toEqual(['releases/1.2.0/release.json']);
    const found = await readManifest(to, '1.2.0');
    expect(found?.manifest).toMatchObject({ notes: 'Better news.', date: '2025-09-01T00:00:00.000Z' });
  });

  test.each([
    [
      'a platform is missing',
      async () => rm(join(folder(), 'mac-x64'), { recursive: true }),
      /mac-x64 contains no build/,
    ],
    ['there are two installers', async () => write('win-x64/Other.exe', 'x'), /more than one installer/],
    [
      'there is something else',
      async () => write('win-x64/notes.txt', 'x'),
      /notes\.txt, which is not a build/,
    ],
    ['a file is empty', async () => write('win-x64/App-1.2.0.exe', ''), /App-1\.2\.0\.exe is empty/],
    [
      'a signature is alone',
      async () => write('mac-x64/App.dmg.sig', 'x'),
      /not the file that it belongs to/,
    ],
    [
      'some apps could not update',
      async () => rm(join(folder(), 'mac-x64/App-1.2.0-x64.tar.gz.sig')),
      /Tauri's updater could update only some apps: mac-x64 has no \.tar\.gz with a \.sig/,
    ],
    ['a name is odd', async () => write('mac-x64/App"1.zip', 'x'), /use only letters, digits/],
  ])('reports that %s, and uploads nothing', async (_, spoil, problem) => {
    await writeBuild();
    await spoil();
    await expect(publish()).rejects.toThrow(problem);
    expect(created).toEqual([]);
  });

  test.each(['1.2', 'v1.2.0', '01.2.0', '../1.2.0', '1.2.0+build'])(
    'rejects the version %s',
    async (version) => {
      await writeBuild();
      await expect(publish(version)).rejects.toThrow('is not a version');
      expect(created).toEqual([]);
    },
  );

  test('rejects other files for a live version', async () => {
    await writeBuild();
    await verify(await publish());
    await write('win-x64/App-1.2.0.exe', 'other bytes');
    created = [];
    await expect(publish()).rejects.toThrow('1.2.0 is already published with other files');
    expect(created).toEqual([]);
  });

  test('accepts other files for a rejected version', async () => {
    await writeBuild();
    await publish();
    await write('win-x64/App-1.2.0.exe', 'other bytes');
    const { builds } = await publish();
    expect(builds['win-x64'].installer.sizeInBytes).toBe('other bytes'.length);
    expect((await readBytes(exeKey)).toString()).toBe('other bytes');
  });

  test.each([
    ['a word', 'nonsense'],
    ['of another version', JSON.stringify({ version: '1.3.0' })],
  ])('overwrites a release.json that is %s', async (_, text) => {
    await writeBuild();
    const manifest = await publish();
    await put(manifestKey, text);
    expect((await listManifests(to)).map(({ version, manifest }) => [version, manifest])).toEqual([
      ['1.2.0', undefined],
    ]);
    await publish();
    expect((await readManifest(to, '1.2.0'))?.manifest).toEqual(manifest);
  });

  test('uploads a file again that was overwritten in the bucket', async () => {
    await writeBuild();
    await verify(await publish());
    await put(exeKey, 'win 9.9.9');
    await publish();
    expect((await readBytes(exeKey)).toString()).toBe('win 1.2.0');
  });

  test('adds a later signature, and keeps it', async () => {
    await writeBuild();
    await verify(await publish());
    await write('mac-x64/App-1.2.0-x64.dmg.sig', 'signed later');
    expect((await publish()).builds['mac-x64'].installer.updaterSignature).toBe('signed later');
    await rm(join(folder(), 'mac-x64/App-1.2.0-x64.dmg.sig'));
    expect((await publish()).builds['mac-x64'].installer.updaterSignature).toBe('signed later');
  });

  test('corrects the notes of a live release that an updater can install on some platforms only', async () => {
    await writeBuild();
    const partial = await publish();
    delete partial.builds['win-x64'].installer.updaterSignature;
    await put(manifestKey, JSON.stringify(partial));
    await rm(join(folder(), 'win-x64/App-1.2.0.exe.sig'));
    await expect(publish()).rejects.toThrow('could update only some apps');
    await verify({ ...partial, notes: 'Old news.' });
    expect((await publish()).notes).toBe('News.');
  });

  test('dates a release when all its files are uploaded', async () => {
    await writeBuild();
    const countOf = () => new Date(Date.UTC(2025, 0, 1, 0, 0, created.length));
    const { date } = await publishFolder({
      ...options(),
      now: countOf,
      folder: folder(),
      onProgress: () => {},
    });
    expect(date).toBe('2025-01-01T00:00:05.000Z');
  });

  test('names a missing bucket', async () => {
    await writeBuild();
    to = { ...to, bucket: 'elsewhere' };
    await expect(publish()).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });
});

describe('the block maps of a release', () => {
  const path = 'win-x64/App-1.2.0.exe.blockmap';
  const blockmap = blockmapOf(Buffer.from('win 1.2.0'), 4);
  const described = {
    sizeInBytes: blockmap.length,
    sha256: createHash('sha256').update(blockmap).digest('hex'),
    sha512: createHash('sha512').update(blockmap).digest('base64'),
  };

  test('are uploaded before the manifest, which promises them', async () => {
    await writeBuild();
    await write(path, blockmap);
    const { builds } = await publish();
    expect(builds['win-x64'].installer).toMatchObject({ fileName: 'App-1.2.0.exe', blockmap: described });
    expect(builds['mac-x64'].installer.blockmap).toBeUndefined();
    expect(await readBytes(`releases/1.2.0/${path}`)).toEqual(blockmap);
    expect(created.at(-1)).toBe(manifestKey);
    expect((await completeUpload(options())).builds['win-x64'].installer.blockmap).toEqual(described);
  });

  test('can be added to a live release, and stay when they are no longer next to the files', async () => {
    await writeBuild();
    await verify(await publish());
    await write(path, blockmap);
    expect((await publish()).builds['win-x64'].installer.blockmap).toEqual(described);
    await rm(join(folder(), path));
    expect((await publish()).builds['win-x64'].installer.blockmap).toEqual(described);
  });

  test.each([
    ['of another file', blockmapOf(Buffer.from('win 1.10.0'))],
    ['cut off', blockmap.subarray(0, -9)],
    ['a word', Buffer.from('nonsense')],
    ['huge', Buffer.alloc(9 * 1024 * 1024)],
    ['tiny, and huge when it is unpacked', gzipSync(gunzipSync(blockmap) + ' '.repeat(33 * 1024 * 1024))],
  ])('are refused when one is %s, and nothing is uploaded', async (_, bytes) => {
    await writeBuild();
    await write(path, bytes);
    await expect(publish()).rejects.toThrow(`${path} is not the block map of App-1.2.0.exe.`);
    expect(created).toEqual([]);
  });

  test('are refused without the file', async () => {
    await writeBuild();
    await write('win-x64/Other.exe.blockmap', blockmap);
    await expect(publish()).rejects.toThrow('Other.exe.blockmap, but not the file that it belongs to');
  });
});

describe('the signatures of a release', () => {
  const signedProgram = signProgram(createProgram(), publisher.signing);
  const unsigned = (version?: string) => ({ ...options(version), folder: folder(), onProgress: () => {} });
  const withoutReason = () => publishFolder({ ...unsigned(), unsigned: undefined });

  test('are required before anything is uploaded', async () => {
    await writeBuild();
    await expect(withoutReason()).rejects.toThrow(
      /^mac-arm64\/App-1\.2\.0-arm64\.dmg is not a disk image[\s\S]*win-x64\/App-1\.2\.0\.exe is not a Windows program[\s\S]*--unsigned "<reason>"/,
    );
    expect(created).toEqual([]);
  });

  test('are stored with each file, and the reason with the release', async () => {
    await writeBuild();
    await write('win-x64/App-1.2.0.exe', signedProgram);
    const manifest = await publish();
    expect(manifest.unsigned).toBe('Files of a test have no signature.');
    expect(manifest.builds['win-x64'].installer.signature).toEqual({
      publisher: 'Example Company',
      signedAt: '2026-11-01T10:00:00.000Z',
    });
    expect(manifest.builds['mac-x64'].installer.signature).toBeUndefined();
    expect((await readManifest(to, '1.2.0'))?.manifest).toEqual(manifest);
  });

  test('are not excused by a reason when they are wrong', async () => {
    await writeBuild();
    const changed = Buffer.from(signedProgram);
    changed[3000] = 0;
    await write('win-x64/App-1.2.0.exe', changed);
    await expect(publish()).rejects.toThrow('win-x64/App-1.2.0.exe was changed after it was signed.');
    expect(created).toEqual([]);
  });

  test.each(['', 'Too short', 'x'.repeat(301), 'Two lines\nof text'])(
    'are not excused by the reason %j',
    async (reason) => {
      await writeBuild();
      await expect(publishFolder({ ...unsigned(), unsigned: reason })).rejects.toThrow(
        '10 to 300 characters',
      );
      expect(created).toEqual([]);
    },
  );

  test('are verified for files in the bucket', async () => {
    await writeBuild();
    await write('win-x64/App-1.2.0.exe', signedProgram);
    await publish();
    for (const path of signedFiles()) await put(`releases/1.2.0/${path}.sig`, 'signed by us');
    const { builds } = await completeUpload(options());
    expect(builds['win-x64'].installer.signature?.publisher).toBe('Example Company');
    await expect(completeUpload({ ...options(), unsigned: undefined })).rejects.toThrow(
      'is not a disk image',
    );
  });

  test('need no reason again for a live release', async () => {
    await writeBuild();
    const manifest = await publish();
    await verify(manifest);
    expect(await withoutReason()).toEqual(manifest);
  });

  test('need no reason for a live release from before they were required', async () => {
    await writeBuild();
    const { unsigned: _, ...older } = await publish();
    await verify(older);
    await put(manifestKey, JSON.stringify(older));
    expect(await withoutReason()).toEqual(older);
  });
});

describe('the evidence of a release', () => {
  const sbom = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [] });

  test('is published before release.json names it, and kept', async () => {
    await writeBuild();
    await write('win-x64/App-1.2.0.cdx.json', sbom);
    const expected = [
      {
        fileName: 'App-1.2.0.cdx.json',
        kind: 'sbom',
        sha256: createHash('sha256').update(sbom).digest('hex'),
      },
    ];
    const { builds } = await publish();
    expect(builds['win-x64'].evidence).toEqual(expected);
    expect(builds['mac-x64'].evidence).toBeUndefined();
    expect(created.slice(-2)).toEqual(['updates/evidence/1.2.0/win-x64/App-1.2.0.cdx.json', manifestKey]);
    expect((await readBytes('updates/evidence/1.2.0/win-x64/App-1.2.0.cdx.json')).toString()).toBe(sbom);
    await rm(join(folder(), 'win-x64/App-1.2.0.cdx.json'));
    expect((await publish()).builds['win-x64'].evidence).toEqual(expected);
  });

  const ofOtherFile = new URL('./signatures/test-provenance.sigstore.json', import.meta.url);
  test.each([
    ['App-1.2.0.exe.sigstore.json', () => readFile(ofOtherFile), 'is about another file'],
    ['App-1.2.0.exe.sigstore.json', () => '{}', 'is not a valid bundle of sigstore'],
    ['Other.exe.sigstore.json', () => '{}', 'is about Other.exe, which the release does not contain'],
    ['App.spdx.json', () => sbom, 'is not an SBOM in the format that its name says'],
    ['App.cdx.json', () => 'nonsense', 'is not an SBOM in the format that its name says'],
  ])('in %s is verified before anything is uploaded', async (name, read, message) => {
    await writeBuild();
    await write(`win-x64/${name}`, await read());
    await expect(publish()).rejects.toThrow(`win-x64/${name} ${message}`);
    expect(created).toEqual([]);
  });
});

describe('an interrupted upload', () => {
  /** Makes the request with this number fail, and counts the parts that are sent. */
  function failAt(number: number) {
    const state = { sent: 0, isOut: true };
    to.s3.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName !== 'PutObjectCommand' && commandName !== 'UploadPartCommand') return next(args);
          state.sent += 1;
          if (state.isOut && state.sent === number) throw new Error('The power went out.');
          return next(args);
        },
      { step: 'initialize' },
    );
    return state;
  }

  test('begins again with the file that was interrupted', async () => {
    await writeBuild();
    const large = randomBytes(20 * 1024 * 1024);
    await write('win-x64/App-1.2.0.exe', large);
    // The four small files come first.
    const requests = failAt(4 + 2);
    await expect(publish()).rejects.toThrow('The power went out.');
    expect(created).not.toContain(exeKey);
    expect(created).not.toContain(manifestKey);
    expect(await readdir(join(dir, 's3/uploads'))).toEqual([]);

    Object.assign(requests, { sent: 0, isOut: false });
    await publish();
    // Three parts of the file, and release.json.
    expect(requests.sent).toBe(3 + 1);
    expect(large.equals(await readBytes(exeKey))).toBe(true);
    created = [];
    large.fill(7, 0, 100);
    await write('win-x64/App-1.2.0.exe', large);
    await publish();
    expect(created).toEqual([exeKey, manifestKey]);
    expect(large.equals(await readBytes(exeKey))).toBe(true);
  });
});

test.each(['without a release.json', 'with a release.json'])(
  'writes the same manifest with complete as with publish, %s',
  async (where) => {
    await writeBuild();
    const published = await publish();
    for (const path of signedFiles()) await put(`releases/1.2.0/${path}.sig`, 'signed by us');
    if (where === 'without a release.json')
      await to.s3.send(new DeleteObjectCommand({ Bucket: 'builds', Key: manifestKey }));
    expect(await completeUpload(options())).toEqual(published);
    expect((await readManifest(to, '1.2.0'))?.manifest).toEqual(releaseManifest.parse(published));
  },
);

test('fixes a release that was rejected for one of its files with complete', async () => {
  await writeBuild();
  await publish();
  await put(exeKey, 'what lies there');
  const { builds } = await completeUpload(options());
  expect(builds['win-x64'].installer.sizeInBytes).toBe('what lies there'.length);
});

test('refuses to complete a release that only some apps can install', async () => {
  await writeBuild();
  await publish();
  await to.s3.send(new DeleteObjectCommand({ Bucket: 'builds', Key: manifestKey }));
  await put(`${exeKey}.sig`, 'signed by us');
  await expect(completeUpload(options())).rejects.toThrow("Tauri's updater could update only some apps");
  expect(await readManifest(to, '1.2.0')).toBeUndefined();
});

test('requires all platforms for complete as well', async () => {
  await expect(completeUpload(options('3.0.0'))).rejects.toThrow(
    platforms.map((platform) => `releases/3.0.0/${platform} contains no build.`)[0],
  );
});

describe('publish for a share of the installations', () => {
  const publishFor = (share: Share | undefined, version = '1.2.0', change: object = {}) =>
    publishFolder({ ...options(version), folder: folder(), onProgress: () => {}, share, ...change });
  const stored = async () => (await readManifest(to, '1.2.0'))?.manifest;
  const previous = manifestOf('1.1.0', { date: '2025-08-01T00:00:00.000Z' });

  beforeEach(async () => {
    await writeBuild();
    await verify(previous);
  });

  test('writes the share into release.json, and keeps it when the notes are corrected', async () => {
    const manifest = await publishFor(5);
    expect(manifest.rollout).toEqual({ share: 5 });
    await verify(previous, manifest);
    await changeRollout(to, '1.2.0', 20, { now: new Date(), seen: '5%' });
    await publishFor(undefined, '1.2.0', { notes: 'Better news.' });
    expect(await stored()).toMatchObject({ notes: 'Better news.', rollout: { share: 20 } });
    await publishFor(20);
    expect((await stored())?.rollout).toEqual({ share: 20 });
    await changeRollout(to, '1.2.0', 'halt', { now: new Date(), seen: '20%' });
    const halted = await stored();
    await publishFor(20);
    expect(await stored()).toEqual(halted);
  });

  test('offers it to everybody with 100%', async () => {
    expect(await publishFor(100)).not.toHaveProperty('rollout');
  });

  test.each([
    [5, 1, '5%'],
    [5, 100, '5%'],
    [undefined, 5, '100%'],
  ] as const)('refuses to change the share of a live release from %s to %s', async (first, share, state) => {
    const manifest = await publishFor(first);
    await verify(previous, manifest);
    await expect(publishFor(share)).rejects.toThrow(`1.2.0 is already published, and its share is ${state}.`);
    expect(await stored()).toEqual(manifest);
  });

  test('begins with a share when a beta becomes stable', async () => {
    const beta = await publishFor(undefined, '1.2.0', { channel: 'beta' });
    await verify(previous, beta);
    expect((await publishFor(5)).rollout).toEqual({ share: 5 });
  });

  test('uploads nothing when nobody else would have a release', async () => {
    await verify();
    created = [];
    await expect(publishFor(5)).rejects.toThrow('There is no earlier stable release');
    await expect(publishFor(5, '1.2.0', { channel: 'beta' })).rejects.toThrow('Only a stable release');
    expect(created).toEqual([]);
  });
});

test.each([
  ['publish', () => publish()],
  ['complete', () => completeUpload(options())],
])('refuses to %s a release that was withdrawn', async (_, act) => {
  await writeBuild();
  await publish();
  await yank(to, '1.2.0', new Date('2025-10-01T00:00:00Z'), { mayLeaveNone: true });
  await expect(act()).rejects.toThrow('was withdrawn');
});
