import { DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ReleaseManifest, type Rollout, releaseManifestKey } from '../../../contract/records/release.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { changeRollout, haltRollout, refuseFirstShare } from './change-rollout.ts';
import { promote } from './promote-release.ts';
import { readManifest } from './release-manifests.ts';
import { offerReleases, writeLiveRecord } from './test-live-record.ts';
import { manifestOf } from './test-release.ts';
import { yank } from './yank-release.ts';

const builds = { s3: testBuckets('builds'), bucket: 'builds' };
const now = new Date('2026-12-01T10:00:00.000Z');
const haltedAt = now.toISOString();
const [previous, version, next] = ['1.2.0', '1.3.0', '1.4.0'] as const;

const stored = async (of: string = version) => (await readManifest(builds, of))?.manifest;
const offer = (rollout?: Rollout, ...more: ReleaseManifest[]) =>
  offerReleases(builds, [
    manifestOf(previous),
    manifestOf(version, { date: '2026-11-01T00:00:00Z', ...(rollout ? { rollout } : {}) }),
    ...more,
  ]);
const change = (to: Parameters<typeof changeRollout>[2], seen: string, reason?: string) =>
  changeRollout(builds, version, to, { now, seen, ...(reason ? { reason } : {}) });

beforeEach(async () => {
  await builds.s3.send(new DeleteObjectCommand({ Bucket: 'builds', Key: releaseManifestKey(next) }));
  await offer({ share: 5 });
});

describe('changeRollout', () => {
  it('raises a share, up to everybody', async () => {
    expect(await change(20, '5%')).toBe('20%');
    expect((await stored())?.rollout).toEqual({ share: 20 });
    expect(await change(100, '20%')).toBe('100%');
    expect(await stored()).not.toHaveProperty('rollout');
  });

  it('halts with the reason, and resumes with the same share', async () => {
    expect(await change('halt', '5%', 'It loses maps.')).toBe('halted at 5%');
    expect((await stored())?.rollout).toEqual({ share: 5, haltedAt, haltReason: 'It loses maps.' });
    expect(await change('resume', 'halted at 5%', 'Fixed on the server.')).toBe('5%');
    expect((await stored())?.rollout).toEqual({ share: 5, resumedAt: now.toISOString() });
    await change(20, '5%');
    expect((await stored())?.rollout).toEqual({ share: 20, resumedAt: now.toISOString() });
  });

  it('continues a halted rollout with a higher share', async () => {
    await offer({ share: 5, haltedAt });
    expect(await change(50, 'halted at 5%')).toBe('50%');
    expect((await stored())?.rollout).toEqual({ share: 50, resumedAt: now.toISOString() });
  });

  it.each([
    [{ share: 20 }, 5, '20%', 'A share only goes up, and 1.3.0 has 20%.'],
    [{ share: 20, haltedAt }, 5, 'halted at 20%', 'A share only goes up'],
    [undefined, 50, '100%', '1.3.0 is not being rolled out.'],
    [undefined, 'halt', '100%', '1.3.0 is not being rolled out.'],
  ] as const)('refuses a change of %j to %s', async (rollout, to, seen, message) => {
    await offer(rollout);
    await expect(change(to, seen)).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining(message),
    });
    expect((await stored())?.rollout).toEqual(rollout);
  });

  it('rejects the second of two changes, and names the state after the first', async () => {
    await change(20, '5%');
    await expect(change(50, '5%')).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining(
        'The rollout of 1.3.0 has changed to 20%. Your change was not applied.',
      ),
    });
    await change('halt', '20%');
    await expect(change(50, '20%')).rejects.toThrow('has changed to halted at 20%');
    expect((await stored())?.rollout).toMatchObject({ share: 20, haltedAt });
  });

  it('applies one of two changes at once', async () => {
    const outcomes = await Promise.allSettled([change(20, '5%'), change(50, '5%')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'aborted' },
    });
    const winner = outcomes.find(({ status }) => status === 'fulfilled');
    expect(winner).toMatchObject({ value: `${(await stored())?.rollout?.share}%` });
  });

  it('changes nothing when a request is repeated', async () => {
    await change('halt', '5%', 'It loses maps.');
    const halted = await stored();
    expect(await change('halt', '5%', 'It loses maps.')).toBe('halted at 5%');
    expect(await stored()).toEqual(halted);
    await change(100, 'halted at 5%');
    expect(await change(100, 'halted at 5%')).toBe('100%');
  });

  it('refuses to raise a release that no installation would get', async () => {
    await offer({ share: 5 }, manifestOf(next));
    await expect(change(50, '5%')).rejects.toThrow(
      'No installation would get 1.3.0, because the stable channel offers 1.4.0.',
    );
    await offer({ share: 5 }, manifestOf(next, { rollout: { share: 1 } }));
    expect(await change(50, '5%')).toBe('50%');
    // A rollback to an older release.
    await promote(builds, previous, now, { current: previous });
    await expect(change(100, '50%')).rejects.toThrow('the stable channel offers 1.2.0');
    expect((await stored())?.rollout).toEqual({ share: 50 });
  });

  it('refuses to raise a release that is not verified yet, but halts it', async () => {
    await writeLiveRecord(builds, [manifestOf(previous)]);
    await expect(change(50, '5%')).rejects.toThrow('The files of 1.3.0 are not verified yet.');
    expect(await change('halt', '5%')).toBe('halted at 5%');
  });

  it('refuses a withdrawn release, and one that does not exist', async () => {
    await yank(builds, version, now, { mayLeaveNone: false });
    await expect(change(20, '5%')).rejects.toThrow('1.3.0 was withdrawn.');
    await expect(changeRollout(builds, '9.9.9', 20, { now, seen: '5%' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

it('ends with a promotion, which offers the release to everybody', async () => {
  await promote(builds, version, now, { current: previous });
  expect(await stored()).toMatchObject({ promotedAt: now.toISOString() });
  expect(await stored()).not.toHaveProperty('rollout');
});

describe('haltRollout', () => {
  const halt = (of: string = version, reason = 'Ten crashes in an hour.') =>
    haltRollout(builds, of, reason, now);

  it('halts with a reason, and keeps the first one when it is repeated', async () => {
    const halted = { share: 5, haltedAt, haltReason: 'Ten crashes in an hour.' };
    expect(await halt()).toEqual(halted);
    expect(await halt(version, 'Eleven crashes in an hour.')).toEqual(halted);
    expect((await stored())?.rollout).toEqual(halted);
  });

  it.each([
    ['everybody gets', () => offer(undefined), version],
    ['was withdrawn', () => yank(builds, version, now, { mayLeaveNone: false }), version],
    ['does not exist', async () => {}, '9.9.9'],
    ['is not a version', async () => {}, '../live.json'],
  ])('does nothing for a release that %s', async (_, prepare, of) => {
    await prepare();
    const before = await stored();
    expect(await halt(of)).toBeUndefined();
    expect(await stored()).toEqual(before);
  });

  it('halts a release that somebody raises at the same time', async () => {
    const [raised] = await Promise.allSettled([change(20, '5%'), halt()]);
    expect((await stored())?.rollout).toMatchObject({
      share: raised.status === 'fulfilled' ? 20 : 5,
      haltedAt,
    });
  });

  it('tries again when another change came first', async () => {
    let isFirst = true;
    const busy = new Proxy(builds.s3, {
      get: (target, name) =>
        name !== 'send'
          ? Reflect.get(target, name)
          : async (command: Parameters<S3Client['send']>[0]) => {
              if (isFirst && command instanceof PutObjectCommand) {
                isFirst = false;
                await change(20, '5%');
              }
              return target.send(command);
            },
    });
    const halted = await haltRollout({ ...builds, s3: busy }, version, 'Ten crashes.', now);
    expect(halted).toMatchObject({ share: 20, haltReason: 'Ten crashes.' });
    expect((await stored())?.rollout).toEqual(halted);
  });
});

describe('the first share of a release', () => {
  const plan = (change: Partial<ReleaseManifest> = {}) =>
    refuseFirstShare(builds, manifestOf(next, { date: haltedAt, rollout: { share: 5 }, ...change }));

  it('is accepted after an earlier stable release', async () => {
    await plan();
  });

  it.each([
    ['of a beta', { channel: 'beta' as const }, 'Only a stable release'],
    ['of a patch for an older release', { version: '1.1.1' }, 'The stable channel offers 1.2.0'],
  ])('is refused %s', async (_, given, message) => {
    await expect(plan(given)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(new RegExp(`^${message}.*Leave out --share\\.$`)),
    });
  });

  it('is refused without an earlier release for everybody', async () => {
    await offerReleases(builds, [
      manifestOf(previous, { channel: 'beta' }),
      manifestOf(version, { rollout: { share: 50 } }),
    ]);
    await expect(plan()).rejects.toThrow(
      'There is no earlier stable release for everybody outside the share.',
    );
  });
});
