import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, fetch as fetchFrom } from 'undici';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { VersionInfo } from '../../../contract/records/release.ts';
import { readManifest, writeManifest } from '../../../lambdas/domain/releases/release-manifests.ts';
import { sampleVersion } from '../../../local/sample-release.ts';
import { type LocalEndpoints, localS3 } from '../../../scripts/commands/stage/connect.ts';
import { rolloutLimit } from '../../../settings.ts';
import { acceptableRequests } from '../../acceptable-requests.ts';
import { callOperation, mailsTo, type Person } from '../../person.ts';
import { registerAdmin } from '../../registered-admin.ts';
import { cloud, siteUrl, waitUntilQuiet } from '../site.ts';

const inTime = { timeout: 10_000 };
const report = acceptableRequests(siteUrl).reportProblem ?? {};
const crash = String(report.crash);
let admin: Person;

beforeAll(async () => {
  admin = await registerAdmin(siteUrl);
  await vi.waitFor(async () => {
    const { version } = (await (await fetch(`${siteUrl}/version.json`)).json()) as VersionInfo;
    expect(version).toBe(sampleVersion);
  }, inTime);
});

const send = (change: object = {}) =>
  callOperation(siteUrl, 'reportProblem', { data: { ...report, version: sampleVersion, ...change } });
const problems = async () => (await admin.call('deskProblems', {})).shown;

describe('a report of a problem', () => {
  test.each([
    ['a megabyte', { text: 'a'.repeat(1_000_000) }, 400],
    ['an unknown field', { userName: 'ana' }, 400],
    ['21 frames', { frames: Array.from({ length: 21 }, () => 'at open') }, 400],
    ['a long frame', { frames: ['a'.repeat(301)] }, 400],
    ['no hash', { crash: 'main.js' }, 400],
    ['an address without a text', { text: undefined }, 400],
    ['a version that was not released', { version: '9.9.9' }, 404],
  ])('with %s is refused with a sentence, and changes nothing', async (_, change, status) => {
    const response = await send(change);
    expect(response.status).toBe(status);
    expect((await response.json()).error.message).toMatch(/^[A-Z].*\.$/);
    expect((await problems())?.crashes).toEqual([]);
  });

  test('reaches the desk without personal data, and its author gets the answer by email', async () => {
    const email = `ana-${randomUUID()}@example.test`;
    const text = 'It opened /Users/ana/Novel.lore.';
    expect((await send({ email, text, frames: ['at C:\\Users\\ana\\app.js'] })).status).toBe(200);
    const { crashes = [], networks = [] } = (await problems()) ?? {};
    expect(crashes).toMatchObject([{ crash, reports: 1, frames: ['at ~\\app.js'] }]);
    expect(networks.at(-1)).toBe(1);

    const read = async () => (await admin.call('deskProblemTexts', { version: sampleVersion, crash })).texts;
    const [{ textId = '', ...stored } = {}] = await read();
    expect(stored).toMatchObject({ text: 'It opened ~/Novel.lore.', email });
    const answer = { actionId: randomUUID(), version: sampleVersion, textId, answer: 'Use 0.4.0.' };
    await admin.call('deskAnswerProblem', answer);
    await admin.call('deskAnswerProblem', answer);
    await vi.waitFor(async () => expect(await mailsTo(siteUrl, email)).toHaveLength(1), inTime);
    expect((await mailsTo(siteUrl, email))[0]?.text).toContain('Use 0.4.0.');
    expect((await read())[0]?.answer).toMatchObject({ text: 'Use 0.4.0.', actorId: admin.userId });

    await admin.call('deskSolveProblem', { actionId: randomUUID(), crash, solvedIn: '0.4.0' });
    expect((await problems())?.crashes[0]?.solvedIn).toBe('0.4.0');
    const { entries } = await admin.call('deskAudit', { by: 'actor', value: admin.userId });
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`).sort()).toEqual([
      'answerProblem done',
      'answerProblem requested',
      'solveProblem done',
    ]);
  });
});

// Only on Linux does the machine have more than one loopback address.
test.runIf(process.platform === 'linux')(
  'halts a rollout of a version that crashes in too many networks, and tells the team once',
  { timeout: 60_000 },
  async () => {
    const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
    const builds = { s3: localS3(endpoints.s3Endpoint), bucket: endpoints.buildsBucket };
    const rolloutNow = async () => (await readManifest(builds, sampleVersion))?.manifest?.rollout;
    const check = async () => {
      await fetch(`${siteUrl}/__local/run/publishRelease`, { method: 'POST', redirect: 'manual' });
      await waitUntilQuiet();
    };
    const mails = async () =>
      (await mailsTo(siteUrl, 'team@lorewright.example')).filter(
        ({ subject }) => subject === `The rollout of ${sampleVersion} is halted`,
      );
    const found = await readManifest(builds, sampleVersion);
    if (!found?.manifest) throw new Error('There is no sample release.');
    await writeManifest(builds, { ...found.manifest, rollout: { share: 5 } }, found.etag);
    await waitUntilQuiet();

    for (let network = 0; network < rolloutLimit.networks; network++) {
      await check();
      expect((await rolloutNow())?.haltedAt).toBeUndefined();
      // The first network has sent the report above. One network counts once.
      for (let repeat = 0; repeat < 3; repeat++)
        await fetchFrom(`${siteUrl}/api/reportProblem`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            data: { ...report, version: sampleVersion, text: undefined, email: undefined },
          }),
          dispatcher: new Agent({ localAddress: `127.0.0.${network + 1}` }),
        });
    }
    await check();
    expect(await rolloutNow()).toMatchObject({ share: 5, haltReason: expect.stringContaining('networks') });
    await check();
    expect(await mails()).toHaveLength(1);
    const { entries } = await admin.call('deskAudit', { by: 'actor', value: 'publishRelease' });
    expect(entries).toMatchObject([{ action: 'haltRollout', version: sampleVersion, after: 'halted at 5%' }]);
  },
);
