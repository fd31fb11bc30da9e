import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Rollout } from '../../../contract/records/release.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { problemStore } from '../problems/problem-store.ts';
import { downloadCounter } from './download-counter.ts';
import { haltFailingRollouts } from './halt-failing-rollouts.ts';
import { readLiveRecord, readManifest } from './release-manifests.ts';
import { offerReleases } from './test-live-record.ts';
import { manifestOf } from './test-release.ts';

const { client, names } = testSiteTables('Problems', 'Downloads');
const builds = { s3: testBuckets('builds'), bucket: 'builds' };
const problems = problemStore(client, names.Problems);
const downloads = downloadCounter(client, names.Downloads);
const limit = { networks: 3, networksPer100Updates: 10 };

const now = new Date('2026-11-28T10:00:00.000Z');
const yesterday = new Date('2026-11-27T23:59:59.000Z');
const hourLater = new Date('2026-11-28T11:00:00.000Z');
let version = '';
let last = 0;

const offer = (rollout: Rollout | undefined = { share: 5 }, yankedAt?: string) =>
  offerReleases(builds, [
    manifestOf('0.9.0'),
    manifestOf(version, { ...(rollout ? { rollout } : {}), ...(yankedAt ? { yankedAt } : {}) }),
  ]);
async function add(networks: number, updates: number, at = now) {
  for (let index = 0; index < networks; index++) await problems.countNetwork(version, at, index);
  for (let index = 0; index < updates; index++) await downloads.countUpdate(version, yesterday);
}
const run = async (at = now) =>
  haltFailingRollouts({ builds, downloads, problems, limit }, await readLiveRecord(builds), at);
const rolloutNow = async () => (await readManifest(builds, version))?.manifest?.rollout;

beforeEach(async () => {
  version = `1.${++last}.0`;
  await offer();
});

describe('haltFailingRollouts', () => {
  it('halts a rollout above the rate with the reason, and reports it until the email must have been sent', async () => {
    await add(4, 30);
    const reason = 'The site halted it: 4 networks reported a crash within a day, after 30 updates.';
    const halted = { version, share: 5, networks: 4, updates: 30, haltedAt: now.toISOString(), reason };
    expect(await run()).toEqual([halted]);
    const rollout = {
      share: 5,
      haltedAt: now.toISOString(),
      haltReason: reason,
    };
    expect(await rolloutNow()).toEqual(rollout);
    // Another run repeats an interrupted one, with the same time.
    expect(await run(hourLater)).toEqual([halted]);
    expect(await rolloutNow()).toEqual(rollout);
  });

  it('reports a rollout that was halted before midnight', async () => {
    await add(4, 0, yesterday);
    const [halted] = await run(yesterday);
    // The site has processed the changed manifest.
    await offer(await rolloutNow());
    expect(await run()).toEqual([halted]);
  });

  it.each([
    ['at the rate', 3, 30],
    ['with few networks, whatever the rate', 2, 0],
  ])('lets a rollout continue %s', async (_, networks, updates) => {
    await add(networks, updates);
    expect(await run()).toEqual([]);
    expect(await rolloutNow()).toEqual({ share: 5 });
  });

  it('leaves a rollout to the team on the day on which the team resumed it', async () => {
    await add(9, 0, yesterday);
    await add(9, 0);
    await offer({ share: 5, resumedAt: hourLater.toISOString() });
    expect(await run(hourLater)).toEqual([]);
    await offer({ share: 5, resumedAt: yesterday.toISOString() });
    expect(await run()).toHaveLength(1);
  });

  it('counts the networks of the day only', async () => {
    await add(9, 0, yesterday);
    expect(await run()).toEqual([]);
    await add(3, 0);
    expect(await run()).toHaveLength(1);
  });

  it('does not report a rollout that the team has halted, or one that was halted long ago', async () => {
    await add(9, 0);
    await offer({ share: 5, haltedAt: yesterday.toISOString(), haltReason: 'It looks wrong.' });
    expect(await run()).toEqual([]);
    await offer({
      share: 5,
      haltedAt: '2026-11-26T10:00:00.000Z',
      haltReason: 'The site halted it: 9 networks.',
    });
    expect(await run()).toEqual([]);
  });

  it('ignores a release for everybody, and a withdrawn one', async () => {
    await add(9, 0);
    await offerReleases(builds, [manifestOf(version)]);
    expect(await run()).toEqual([]);
    await offer({ share: 5 }, yesterday.toISOString());
    expect(await run()).toEqual([]);
    expect((await rolloutNow())?.haltedAt).toBeUndefined();
  });

  it('reads no counts of a rollout that was withdrawn, or halted long ago', async () => {
    const networksOn = vi.spyOn(problems, 'networksOn');
    await offer({ share: 5 }, yesterday.toISOString());
    await run();
    await offer({ share: 5, haltedAt: '2026-11-26T10:00:00.000Z', haltReason: 'It looks wrong.' });
    await run();
    expect(networksOn).not.toHaveBeenCalled();
    networksOn.mockRestore();
  });
});
