import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { VersionInfo } from '../../../contract/records/release.ts';
import { sampleVersion, writeSampleRelease } from '../../../local/sample-release.ts';
import { publishFolder } from '../../../scripts/commands/release/publish.ts';
import { readBuildTrust } from '../../../scripts/commands/release/verify-signatures.ts';
import { type LocalEndpoints, localS3 } from '../../../scripts/commands/stage/connect.ts';
import { registerAdmin } from '../../registered-admin.ts';
import { runTeamCommand } from '../../team-command.ts';
import { cloud, siteUrl } from '../site.ts';

const next = '0.9.0';
const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
const to = { s3: localS3(endpoints.s3Endpoint), bucket: endpoints.buildsBucket };
const folder = await mkdtemp(join(tmpdir(), 'lorewright-rollout-'));
afterAll(() => rm(folder, { recursive: true }));

const release = (...args: string[]) => runTeamCommand(cloud.dir, 'scripts/commands/release.ts', ...args);
/** Installations of the cohorts 5 and 50, and one without an id. */
const ids = ['00000000-0000-4000-8000-000000000023', '00000000-0000-4000-8000-000000000007', undefined];

/** The versions that they are offered, and the one on the website. */
async function offered(): Promise<(string | undefined)[]> {
  const manifests = ids.map(async (id) => {
    const headers: Record<string, string> = id ? { 'x-user-staging-id': id } : {};
    const text = await (await fetch(`${siteUrl}/updates/latest.yml`, { headers })).text();
    return /^version: "(.+)"$/m.exec(text)?.[1];
  });
  const website = (await (await fetch(`${siteUrl}/version.json`)).json()) as VersionInfo;
  return [...(await Promise.all(manifests)), website.version];
}
const waitFor = (...versions: string[]) =>
  vi.waitFor(async () => expect(await offered()).toEqual(versions), { timeout: 15_000 });

test('rolls a release out, raises it at the desk, halts it by command, and withdraws it', {
  timeout: 90_000,
}, async () => {
  await waitFor(sampleVersion, sampleVersion, sampleVersion, sampleVersion);
  await writeSampleRelease(folder);
  await publishFolder({
    to,
    version: next,
    folder,
    now: () => new Date(),
    channel: 'stable',
    notes: 'News.',
    trust: await readBuildTrust(new Date()),
    unsigned: 'Files of a test have no signature.',
    share: 5,
    onWarning: () => {},
    onProgress: () => {},
  });
  await waitFor(next, sampleVersion, sampleVersion, sampleVersion);

  const admin = await registerAdmin(siteUrl);
  const change = (to: 20 | 50, seen: string) =>
    admin.call('deskChangeRollout', {
      actionId: randomUUID(),
      reason: 'No crash for a day.',
      version: next,
      change: to,
      seen,
    });
  await change(50, '5%');
  await waitFor(next, next, sampleVersion, sampleVersion);
  await expect(change(20, '50%')).rejects.toThrow('A share only goes up');
  await expect(change(50, '5%')).resolves.toEqual({});

  const halted = await release('rollout', next, 'halt');
  expect([halted.code, halted.output]).toEqual([
    0,
    expect.stringContaining(
      `The rollout of ${next} is halted, and everybody is offered the previous release.`,
    ),
  ]);
  await waitFor(sampleVersion, sampleVersion, sampleVersion, sampleVersion);
  const { releases } = await admin.call('deskReleases', {});
  expect(releases[0]).toMatchObject({ version: next, rollout: { share: 50, haltedAt: expect.any(String) } });
  await expect(change(50, '50%')).rejects.toThrow(`The rollout of ${next} has changed to halted at 50%.`);
  expect((await release('rollout', next, '100')).output).toContain('is halted at 50%. Resume it first');
  expect((await release('rollout', next, 'resume')).code).toBe(0);
  expect((await release('rollout', next, '5')).output).toContain('A share only goes up');
  expect((await release('rollout', next, '30')).output).toContain('"30" is not a share.');

  expect((await release('rollout', next, '100')).output).toContain(`Everybody gets ${next}.`);
  await waitFor(next, next, next, next);
  expect((await release('yank', next)).code).toBe(0);
  await waitFor(sampleVersion, sampleVersion, sampleVersion, sampleVersion);

  const { entries } = await admin.call('deskAudit', { by: 'action', value: 'raiseRollout' });
  expect(entries.filter(({ outcome }) => outcome === 'done')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ version: next, before: '5%', after: '50%', reason: 'No crash for a day.' }),
      expect.objectContaining({
        version: next,
        before: '50%',
        after: '100%',
        actorId: 'command',
      }),
    ]),
  );
});
