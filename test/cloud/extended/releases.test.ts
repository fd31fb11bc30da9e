import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type PublicRelease,
  releaseKey,
  releaseManifestKey,
  type VersionInfo,
} from '../../../contract/records/release.ts';
import type { RecordEntry } from '../../../contract/records/release-record.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import { resourceFiles, structureFile } from '../../../contract/rules/resource-files.ts';
import { buildNames, sampleVersion } from '../../../local/sample-release.ts';
import { blockmapOf } from '../../../scripts/commands/release/test-blockmap.ts';
import { type LocalEndpoints, localS3 } from '../../../scripts/commands/stage/connect.ts';
import { type UpdaterAnswer, updateWithElectron } from '../../electron-update.ts';
import { mailsTo, type Person, registerPerson } from '../../person.ts';
import { registerAdmin } from '../../registered-admin.ts';
import { runTeamCommand } from '../../team-command.ts';
import { cloud, readTable, siteUrl, waitUntilQuiet } from '../site.ts';

let dir: string;
let person: Person;
let admin: Person;
/** Versions in the changelog, so that the team can publish them. */
const older = '0.2.1';
const beta = '0.3.1';
let olderFiles: Record<Platform, Buffer>;
let betaFiles: Record<Platform, Buffer>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lorewright-release-'));
  [person, admin] = await Promise.all([registerPerson(siteUrl), registerAdmin(siteUrl)]);
  await waitForCurrent(sampleVersion);
});

afterAll(() => rm(dir, { recursive: true }));

const release = (...args: string[]) => runTeamCommand(cloud.dir, 'scripts/commands/release.ts', ...args);
const publish = (version: string) =>
  release('publish', version, join(dir, version), '--unsigned', 'Files of a test have no signature.');

/** The bytes that all versions share, as builds of one app do. */
const common = randomBytes(100_000);

async function writeBuild(version: string): Promise<Record<Platform, Buffer>> {
  const installers = {} as Record<Platform, Buffer>;
  for (const platform of platforms) {
    await mkdir(join(dir, version, platform), { recursive: true });
    const build = Buffer.from(common);
    for (const offset of [20_000, 70_000]) randomBytes(1000).copy(build, offset);
    installers[platform] = build;
    for (const fileName of buildNames(version)[platform]) {
      await writeFile(join(dir, version, platform, fileName), build);
      await writeFile(join(dir, version, platform, `${fileName}.blockmap`), blockmapOf(build));
    }
  }
  return installers;
}

const json = async <Content>(path: string) => (await (await fetch(siteUrl + path)).json()) as Content;
const current = () => json<VersionInfo>('/version.json');
const waitForCurrent = (version: string) =>
  vi.waitFor(async () => expect((await current()).version).toBe(version), { timeout: 10_000 });
/** Promotes a release at the desk, whose channel offers the version `seen`. */
const promote = (version: string, seen: string) =>
  admin.call('deskPromoteRelease', { actionId: randomUUID(), reason: 'A crash.', version, seen });
/** The files of a release are published one after the other. */
const waitForText = (path: string, check: (text: string) => void) =>
  vi.waitFor(async () => check(await (await fetch(siteUrl + path)).text()), { timeout: 10_000 });
const authorized = () => ({ authorization: `Bearer ${person.accessToken}` });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const bytesAt = async (url: string, headers: Record<string, string> = {}) =>
  new Uint8Array(await (await fetch(url, { headers })).arrayBuffer());

async function download(data: { platform: Platform; version?: string }) {
  const { url } = await person.call('download', data);
  return bytesAt(url);
}

describe('npm run release', () => {
  test('publishes an older version, which can be downloaded but is not current', {
    timeout: 60_000,
  }, async () => {
    const files = await writeBuild(older);
    olderFiles = files;
    const sbom = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [] });
    await writeFile(join(dir, older, 'win-x64', 'App.cdx.json'), sbom);
    const { code, output } = await publish(older);
    expect([code, output]).toEqual([0, expect.stringContaining(`${older} is verified.`)]);
    await vi.waitFor(
      async () => {
        const versions = (await json<PublicRelease[]>('/releases.json')).map(({ version }) => version);
        expect(versions).toEqual([sampleVersion, older]);
      },
      { timeout: 10_000 },
    );
    expect((await current()).version).toBe(sampleVersion);
    expect(sha256(await download({ platform: 'win-x64', version: older }))).toBe(sha256(files['win-x64']));
    const sums = `${sha256(files['win-x64'])}  ${buildNames(older)['win-x64'][0]}`;
    await waitForText('/updates/SHA256SUMS.txt', (text) => expect(text).toContain(sums));
    expect(await (await fetch(`${siteUrl}/updates/evidence/${older}/win-x64/App.cdx.json`)).text()).toBe(
      sbom,
    );
  });

  test('refuses builds that nobody has signed, and uploads nothing', async () => {
    await writeBuild(beta);
    const { code, output } = await release('publish', beta, join(dir, beta));
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('is not a Windows program, so it has no signature.'),
    ]);
    expect(output).toContain('--unsigned "<reason>"');
    expect(output).not.toContain('is uploaded');
  });

  test('promotes an older version at once, and the newer one again', async () => {
    await promote(older, sampleVersion);
    await waitForCurrent(older);
    await waitForText('/updates/latest.yml', (text) => expect(text).toContain(`version: "${older}"`));
    await promote(sampleVersion, older);
    await waitForCurrent(sampleVersion);
  });

  test('publishes a beta on the beta channel only', { timeout: 60_000 }, async () => {
    betaFiles = await writeBuild(beta);
    expect((await publish(beta)).code).toBe(0);
    await waitForText('/updates/beta-mac.yml', (text) => expect(text).toContain(`version: "${beta}"`));
    expect((await current()).version).toBe(sampleVersion);
  });

  test.each(['win-x64', 'mac-arm64', 'mac-x64'] as const)(
    'lets electron-updater for %s download only the parts that changed, each as one range',
    async (platform) => {
      await waitForText('/updates/beta.yml', (text) => expect(text).toContain(`version: "${beta}"`));
      const answers: UpdaterAnswer[] = [];
      const file = await updateWithElectron(siteUrl, authorized(), {
        platform,
        channel: 'beta',
        installed: { version: older, file: olderFiles[platform] },
        onAnswer: (answer) => answers.push(answer),
      });
      expect(file?.equals(betaFiles[platform])).toBe(true);
      const whole = betaFiles[platform].length;
      const parts = answers.filter(({ status }) => status === 206);
      expect(parts).toHaveLength(2);
      expect(parts.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0)).toBeLessThan(whole / 5);
      expect(answers.filter(({ status, sizeInBytes }) => status === 200 && sizeInBytes >= whole)).toEqual([]);
      // Two block maps and the file: the link of the first part is used for the others, too.
      const asked = answers
        .filter(({ path }) => path.startsWith('/api/'))
        .map(({ path }) => path.split('/')[3]);
      expect(asked.sort()).toEqual([older, beta, beta].sort());
    },
  );

  test('lets electron-updater download the whole file when the block map of the installed version is missing', async () => {
    const answers: UpdaterAnswer[] = [];
    const file = await updateWithElectron(siteUrl, authorized(), {
      channel: 'beta',
      installed: { version: '0.1.0', file: olderFiles['win-x64'] },
      onAnswer: (answer) => answers.push(answer),
    });
    expect(file?.equals(betaFiles['win-x64'])).toBe(true);
    expect(answers.map(({ status }) => status)).toContain(404);
  });

  test('yanks a release, which cannot be downloaded afterwards, not even by its version', async () => {
    expect((await release('yank', older)).code).toBe(0);
    await vi.waitFor(
      async () => {
        const releases = await json<PublicRelease[]>('/releases.json');
        expect(releases.find(({ version }) => version === older)?.isYanked).toBe(true);
      },
      { timeout: 10_000 },
    );
    await expect(download({ platform: 'win-x64', version: older })).rejects.toThrow('404');
    await waitForText('/updates/releases.atom', (text) => expect(text).not.toContain(`#${older}<`));
  });

  test('has recorded each of these changes once, in entries that confirm the ones before', async () => {
    await waitForText('/updates/record.json', (text) => expect(text).toContain('"withdrawn"'));
    const entries = await json<RecordEntry[]>('/updates/record.json');
    expect(entries.map(({ version, kind, channel }) => `${version} ${kind} ${channel}`)).toEqual([
      `${sampleVersion} published stable`,
      `${older} published stable`,
      `${older} promoted stable`,
      `${sampleVersion} promoted stable`,
      `${beta} published beta`,
      `${older} withdrawn stable`,
    ]);
    // As the page describes it: a program needs to know nothing about us.
    const hashes = entries.map((entry) => sha256(Buffer.from(JSON.stringify(entry))));
    expect(entries.map(({ previous }) => previous)).toEqual([null, ...hashes.slice(0, -1)]);
  });

  test.each([
    [['publish', '9.9.9', '.'], 'has no heading "## [9.9.9] - date"'],
    [['publish', '0.2.0', 'content'], 'mac-arm64 contains no build'],
    [['yank', '9.9.9'], 'There is no release 9.9.9'],
    // A beta and a yanked release do not count as another stable release.
    [['yank', sampleVersion], `${sampleVersion} is the only release of its channel`],
    [['toString'], 'Usage:'],
  ])('explains why %j fails', async (args, message) => {
    const { code, output } = await release(...args);
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).not.toMatch(/\bat .+:\d+:\d+/);
  });
});

test('lists, promotes and yanks releases at the desk, with a record of each action', async () => {
  const admin = await registerAdmin(siteUrl);
  const { releases, unreadable } = await admin.call('deskReleases', {});
  expect(unreadable).toEqual([]);
  expect(
    releases.map(({ version, isVerified, offeredTo, isOnly }) => [version, isVerified, offeredTo, isOnly]),
  ).toEqual([
    [beta, true, ['beta'], false],
    [sampleVersion, true, ['stable'], true],
    [older, true, [], false],
  ]);
  const windows = releases.map(({ downloads }) => downloads['win-x64']);
  expect(windows[2]).toBeGreaterThan(0);

  const request = (version: string) => ({
    actionId: randomUUID(),
    reason: 'A crash in the newer one.',
    version,
  });
  const promoteAsAdmin = (version: string) =>
    admin.call('deskPromoteRelease', { ...request(version), seen: sampleVersion });
  await promoteAsAdmin(sampleVersion);
  await expect(promoteAsAdmin(older)).rejects.toThrow('was withdrawn');
  await expect(promoteAsAdmin('9.9.9')).rejects.toThrow('There is no release 9.9.9');
  const yank = (version: string) =>
    admin.call('deskYankRelease', { ...request(version), mayLeaveNone: false });
  await expect(yank(sampleVersion)).rejects.toThrow('is the only release of its channel');
  const mailing = await storeMailingAbout(beta);
  expect(await yank(beta)).toEqual({ mailing: 'discarded' });
  expect(await mailing.status()).toBe('discarded');
  await waitForText('/updates/beta-mac.yml', (text) => expect(text).toContain(`version: "${sampleVersion}"`));

  // The site discards the mailing once more when it has published the change.
  await waitUntilQuiet();
  await mailing.store();
  await expect(mailing.send()).rejects.toThrow(`${beta} was withdrawn, so nobody gets the mailing about it.`);
  expect(await mailing.status()).toBe('draft');

  const ofCommand = await admin.call('deskAudit', { by: 'action', value: 'publishRelease' });
  expect(ofCommand.entries).toContainEqual(
    expect.objectContaining({ actorId: 'command', version: beta, outcome: 'done' }),
  );

  const { entries } = await admin.call('deskAudit', { by: 'actor', value: admin.userId });
  expect(entries.map(({ action, version, outcome }) => `${action} ${version} ${outcome}`).sort()).toEqual(
    [
      'promoteRelease 9.9.9 failed',
      'promoteRelease 9.9.9 requested',
      `promoteRelease ${older} failed`,
      `promoteRelease ${older} requested`,
      `promoteRelease ${sampleVersion} done`,
      `promoteRelease ${sampleVersion} requested`,
      `yankRelease ${beta} done`,
      `yankRelease ${beta} requested`,
      `yankRelease ${sampleVersion} failed`,
      `yankRelease ${sampleVersion} requested`,
    ].sort(),
  );
});

/** Another admin writes a mailing about a release. */
async function storeMailingAbout(version: string) {
  const author = await registerAdmin(siteUrl);
  await author.call('updateMe', { mailGroup: { group: 'updates', wantsMail: true } });
  const slug = `release-${version.replaceAll('.', '-')}`;
  const text = `---\ngroup: updates\nsubject: ${version}\npreheader: New.\n---\n\nHello.\n`;
  const read = async () => (await author.call('deskMailing', { slug })).mailing;
  const store = () => author.call('deskStoreMailing', { actionId: randomUUID(), slug, text });
  await store();
  return {
    status: async () => (await read()).status,
    store,
    send: async () => {
      const { updatedAt: seen } = await read();
      const action = { actionId: randomUUID(), reason: 'News.' };
      return author.call('deskSendMailing', { ...action, slug, seen, expected: 1 });
    },
  };
}

test('rejects an upload that does not match, names the file in an email to the team, and keeps the live release', async () => {
  const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
  const s3 = localS3(endpoints.s3Endpoint);
  const version = '0.2.0';
  const files = await writeBuild(version);
  expect((await publish(version)).code).toBe(0);
  await vi.waitFor(
    async () => {
      const versions = (await json<PublicRelease[]>('/releases.json')).map((entry) => entry.version);
      expect(versions).toContain(version);
    },
    { timeout: 10_000 },
  );
  const before = await json<PublicRelease[]>('/releases.json');
  const checksum = sha256(files['win-x64']);
  expect(before.find((entry) => entry.version === version)?.builds['win-x64'].sha256).toBe(checksum);
  const { url: earlierLink } = await person.call('download', { platform: 'win-x64', version });

  const fileName = `Lorewright-${version}-x64.exe`;
  const key = releaseKey(version, 'win-x64', fileName);
  // The size is the same as in release.json, but the bytes differ.
  await s3.send(
    new PutObjectCommand({ Bucket: endpoints.buildsBucket, Key: key, Body: randomBytes(100_000) }),
  );
  await promote(version, sampleVersion);
  await vi.waitFor(
    async () => {
      const [mail] = await mailsTo(siteUrl, 'team@lorewright.example');
      expect(mail?.subject).toBe(`Release ${version} was rejected`);
      expect(mail?.text).toContain(`win-x64/${fileName} has a different SHA-256 than release.json says.`);
    },
    { timeout: 10_000 },
  );

  const manifestObject = { Bucket: endpoints.buildsBucket, Key: releaseManifestKey(version) };
  const { Body: body } = await s3.send(new GetObjectCommand(manifestObject));
  await s3.send(new PutObjectCommand({ ...manifestObject, Body: await body?.transformToString() }));
  await vi.waitFor(
    async () => {
      const mails = await mailsTo(siteUrl, 'team@lorewright.example');
      expect(mails.filter(({ subject }) => subject === `Release ${version} was rejected`)).toHaveLength(2);
    },
    { timeout: 10_000 },
  );
  expect(await json('/releases.json')).toEqual(before);
  expect((await current()).version).toBe(sampleVersion);

  expect(sha256(await bytesAt(earlierLink))).toBe(checksum);
  expect(sha256(await download({ platform: 'win-x64', version }))).toBe(checksum);
  const update = await bytesAt(`${siteUrl}/api/updateFile/${version}/win-x64/${fileName}`, {
    authorization: `Bearer ${person.accessToken}`,
  });
  expect(sha256(update)).toBe(checksum);
});

describe('downloads', () => {
  test('return the files in version.json, and are counted without the user', async () => {
    const { version, builds } = await current();
    for (const platform of platforms)
      expect(sha256(await download({ platform }))).toBe(builds[platform].sha256);
    const counters = await readTable('DataDownloads');
    const day = new Date().toISOString().slice(0, 10);
    for (const platform of platforms) {
      expect(counters).toContainEqual({
        version,
        sortKey: `${platform}#${day}`,
        downloads: expect.any(Number),
      });
    }
    expect(JSON.stringify(counters)).not.toContain(person.userId);
  });

  test('redirect an updater from the URL in latest.yml to the file', async () => {
    const yml = await (await fetch(`${siteUrl}/updates/latest.yml`)).text();
    const url = /url: "([^"]+)"/.exec(yml)?.[1] ?? '';
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(401);
    const bytes = await bytesAt(url, { authorization: `Bearer ${person.accessToken}` });
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    expect(yml).toContain(`sha512: "${sha512}"`);
  });

  test.each([resourceFiles.tutorialProject, resourceFiles.allStructures, structureFile('braided-narrative')])(
    'return the resource %s',
    async (file) => {
      const { url, fileName } = await person.call('downloadResource', { file });
      const response = await fetch(url);
      expect(response.headers.get('content-disposition')).toBe('attachment');
      expect(new URL(url).pathname.split('/').at(-1)).toBe(fileName);
      const expected = await readFile(join('dist/resources', file));
      expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(expected));
    },
  );
});

test.each([
  ['/version.json', 'application/json'],
  ['/releases.json', 'application/json'],
  ['/updates/latest.yml', 'text/yaml'],
  ['/updates/releases.atom', 'application/atom+xml'],
  ['/updates/record.atom', 'application/atom+xml'],
  ['/updates/record.json', 'application/json'],
  ['/updates/SHA256SUMS.txt', 'text/plain'],
  ['/changelog.atom', 'application/atom+xml'],
  ['/changelog.md', 'text/markdown'],
])('serves %s to everybody', async (path, type) => {
  const response = await fetch(siteUrl + path);
  expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
});

test('shows a picture that was replaced in the media bucket without a deployment', async () => {
  const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
  const picture = 'site/images/map-800.webp';
  // The AWS console uploads files without cache-control too.
  const [bytes, ContentType] = [randomBytes(500), 'image/webp'];
  await localS3(endpoints.s3Endpoint).send(
    new PutObjectCommand({ Bucket: endpoints.mediaBucket, Key: picture, Body: bytes, ContentType }),
  );
  const response = await fetch(`${siteUrl}/media/${picture}`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(bytes));
});
