import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { type Platform, platforms } from '../../contract/rules/platforms.ts';
import { listJson, readJson } from '../../local/fakes/s3/json-files.ts';
import type { Upload } from '../../local/fakes/s3/upload-store.ts';
import { sampleVersion } from '../../local/sample-release.ts';
import { type LocalEndpoints, localS3 } from '../../scripts/commands/stage/connect.ts';
import { mailsTo, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { runTeamCommand, startTeamCommand } from '../team-command.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

/** A version in the changelog. */
const version = '0.2.1';
const mebibyte = 1024 * 1024;
/**
 * The file for Windows has ten parts, so that a kill finds the upload unfinished. It is too large
 * for a function's response.
 */
const sizes: Record<Platform, number> = {
  'mac-arm64': mebibyte,
  'mac-x64': mebibyte,
  'win-x64': 80 * mebibyte,
};

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

test(
  'transfers 80 MB from the team’s interrupted upload to the visitor’s disk, and yanks it',
  { tag: '@extended' },
  async ({ page, cloud }, testInfo) => {
    test.setTimeout(180_000);
    const folder = testInfo.outputPath('build');
    for (const platform of platforms) {
      await mkdir(join(folder, platform), { recursive: true });
      const extension = platform === 'win-x64' ? 'exe' : 'dmg';
      await writeFile(
        join(folder, platform, `Lorewright-${version}.${extension}`),
        randomBytes(sizes[platform]),
      );
    }
    const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
    const s3 = localS3(endpoints.s3Endpoint);
    const Bucket = endpoints.buildsBucket;
    /** The number of parts of the Windows file that have arrived. */
    const partsThere = async () => {
      const uploads = await listJson(join(cloud.dir, 'objects/uploads'));
      const { parts = {} } = uploads[0] ? await readJson<Upload>(uploads[0]) : {};
      return Object.keys(parts).length;
    };
    const publish = ['publish', version, folder, '--unsigned', 'Files of a test have no signature.'];
    const release = (...args: string[]) => runTeamCommand(cloud.dir, 'scripts/commands/release.ts', ...args);

    await test.step('interrupts the upload in the middle of a file', async () => {
      const child = startTeamCommand(cloud.dir, 'scripts/commands/release.ts', ...publish);
      await expect.poll(partsThere, { intervals: [5], timeout: 60_000 }).toBeGreaterThan(0);
      child.kill('SIGKILL');
      await once(child, 'close');
    });
    const offered: { version: string }[] = await (await fetch(`${cloud.siteUrl}/releases.json`)).json();
    expect(offered.map((entry) => entry.version)).not.toContain(version);
    const person = await registerPerson(cloud.siteUrl);
    await expect(person.call('download', { platform: 'win-x64', version })).rejects.toThrow('404');
    const versionOf = async () => (await (await fetch(`${cloud.siteUrl}/version.json`)).json()).version;
    expect(await versionOf(), 'nothing half-uploaded is offered').toBe(sampleVersion);

    await test.step('publishes it again, and promotes the version', async () => {
      expect(await release(...publish)).toMatchObject({ code: 0 });
      const admin = await registerAdmin(cloud.siteUrl);
      const action = { actionId: randomUUID(), reason: 'For the test.' };
      await admin.call('deskPromoteRelease', { ...action, version, seen: sampleVersion });
      await expect.poll(versionOf, { timeout: 60_000, intervals: [50] }).toBe(version);
    });

    await signInAsNewPerson(page, cloud.siteUrl);
    await openPage(page, `${cloud.siteUrl}/download`);
    const windows = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Download for Windows' }) });
    const checksum = await sha256Of(join(folder, 'win-x64', `Lorewright-${version}.exe`));

    await test.step('shows the details on the page', async () => {
      await expect(windows.getByText(version, { exact: true })).toBeVisible();
      await expect(windows.getByText('83.9 MB')).toBeVisible();
      await windows.getByText('SHA-256').click();
      await expect(windows.getByText(checksum)).toBeVisible();
      await expectUsableByEveryone(page);
    });

    await test.step('downloads the file with the expected SHA-256', async () => {
      const download = page.waitForEvent('download');
      await windows.getByRole('button', { name: 'Download for Windows' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`Lorewright-${version}.exe`);
      expect(await sha256Of(await file.path())).toBe(checksum);
    });

    await test.step('refuses a file that was overwritten in the bucket, and serves the published one', async () => {
      const manifest = { Bucket, Key: `releases/${version}/release.json` };
      const { Body: body } = await s3.send(new GetObjectCommand(manifest));
      const key = `releases/${version}/win-x64/Lorewright-${version}.exe`;
      await s3.send(new PutObjectCommand({ Bucket, Key: key, Body: 'other bytes' }));
      await s3.send(new PutObjectCommand({ ...manifest, Body: await body?.transformToString() }));
      const subjects = async () =>
        (await mailsTo(cloud.siteUrl, 'team@lorewright.example')).map(({ subject }) => subject);
      await expect
        .poll(subjects, { timeout: 60_000, intervals: [50] })
        .toContain(`Release ${version} was rejected`);
      await page.reload();
      await windows.getByText('SHA-256').click();
      await expect(windows.getByText(checksum)).toBeVisible();
      const download = page.waitForEvent('download');
      await windows.getByRole('button', { name: 'Download for Windows' }).click();
      expect(await sha256Of(await (await download).path())).toBe(checksum);
    });

    await test.step('offers the other version too', async () => {
      await page.getByText('Other versions').click();
      const other = page.getByRole('region', { name: sampleVersion });
      const download = page.waitForEvent('download');
      await other.getByRole('button', { name: `Download for Windows version ${sampleVersion}` }).click();
      expect((await download).suggestedFilename()).toContain(sampleVersion);
    });

    await test.step('removes a yanked version from the page', async () => {
      expect(await release('yank', version)).toMatchObject({ code: 0 });
      await expect.poll(versionOf, { timeout: 60_000, intervals: [50] }).toBe(sampleVersion);
      await page.reload();
      await expect(windows.getByText(sampleVersion, { exact: true })).toBeVisible();
      await page.getByText('Other versions').click();
      await expect(page.getByRole('region', { name: version })).toContainText('Withdrawn');
    });
  },
);

test('downloads resources one by one and all at once', async ({ page, cloud }) => {
  test.slow();
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, `${cloud.siteUrl}/resources`);
  for (const [name, fileName] of [
    [/tutorial project/, 'tutorial-project.json'],
    [/all structures/, 'lorewright-story-structures.zip'],
    [/^Download Braided Narrative/, 'braided-narrative.json'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    expect((await download).suggestedFilename()).toBe(fileName);
  }
  await expectUsableByEveryone(page);
});

test('reports a failed download at its button', { tag: '@extended' }, async ({ page, cloud, complaints }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, `${cloud.siteUrl}/download`);
  await page.route('**/api/download', (route) => route.abort());
  await page.getByRole('button', { name: 'Download for Windows' }).click();
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 0.9 });
  // The browser logs the failed request.
  await expectComplaints(complaints, /ERR_FAILED/);
});
