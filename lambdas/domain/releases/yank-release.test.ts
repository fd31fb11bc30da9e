import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { releaseManifestKey, yankDecisionsKey } from '../../../contract/records/release.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { readManifest } from './release-manifests.ts';
import { offerReleases, writeLiveRecord } from './test-live-record.ts';
import { manifestOf } from './test-release.ts';
import { decideYank, yank } from './yank-release.ts';

const builds = { s3: testBuckets('builds'), bucket: 'builds' };
const now = new Date('2026-11-25T10:00:00.000Z');
const versions = ['1.0.0', '1.1.0', '1.2.0'] as const;
const [oldest, older, newest] = versions;

beforeEach(async () => {
  await builds.s3.send(new DeleteObjectCommand({ Bucket: 'builds', Key: yankDecisionsKey }));
  await offerReleases(
    builds,
    versions.map((version) => manifestOf(version)),
  );
});

const yankedAt = async (version: string) => (await readManifest(builds, version))?.manifest?.yankedAt;

describe('yank', () => {
  it('keeps the only release of a channel until that is confirmed', async () => {
    for (const version of [oldest, older]) await yank(builds, version, now, { mayLeaveNone: true });
    await expect(yank(builds, newest, now, { mayLeaveNone: false })).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(await yankedAt(newest)).toBeUndefined();
    await yank(builds, newest, now, { mayLeaveNone: true });
    expect(await yankedAt(newest)).toBe(now.toISOString());
  });

  it('keeps the only verified release, because the site does not offer the others', async () => {
    await writeLiveRecord(builds, [manifestOf(older)]);
    await expect(yank(builds, older, now, { mayLeaveNone: false })).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(await yankedAt(older)).toBeUndefined();
  });

  it('yanks an unverified release, even if no other is verified', async () => {
    await writeLiveRecord(builds, []);
    await yank(builds, newest, now, { mayLeaveNone: false });
    expect(await yankedAt(newest)).toBe(now.toISOString());
  });

  it('yanks one of the last two releases, and rejects the other, when both are yanked at once', async () => {
    await writeLiveRecord(builds, [manifestOf(older), manifestOf(newest)]);
    const outcomes = await Promise.allSettled(
      [older, newest].map((version) => yank(builds, version, now, { mayLeaveNone: false })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'aborted', message: expect.stringContaining('is the only release of its channel') },
    });
    expect([await yankedAt(older), await yankedAt(newest)].filter(Boolean)).toHaveLength(1);
  });

  it('keeps the time when a release is yanked again, and withdraws it even if its release.json is not readable', async () => {
    await yank(builds, older, now, { mayLeaveNone: false });
    await yank(builds, older, new Date('2026-12-01T00:00:00Z'), { mayLeaveNone: false });
    expect(await yankedAt(older)).toBe(now.toISOString());
    await builds.s3.send(
      new PutObjectCommand({ Bucket: 'builds', Key: releaseManifestKey(newest), Body: 'nonsense' }),
    );
    await yank(builds, newest, now, { mayLeaveNone: false });
    expect(await yankedAt(newest)).toBe(now.toISOString());
  });

  it('writes release.json at a repeated yank, so that the site processes it again', async () => {
    await yank(builds, older, now, { mayLeaveNone: false });
    const send = vi.spyOn(builds.s3, 'send');
    await yank(builds, older, now, { mayLeaveNone: false });
    const written = send.mock.calls.flatMap(([command]) =>
      command instanceof PutObjectCommand ? command.input.Key : [],
    );
    send.mockRestore();
    expect(written).toEqual([releaseManifestKey(older)]);
  });

  it('completes a yank that was interrupted after the decision', async () => {
    await writeLiveRecord(builds, [manifestOf(older), manifestOf(newest)]);
    await decideYank(builds, newest, { mayLeaveNone: false });
    await expect(yank(builds, older, now, { mayLeaveNone: false })).rejects.toMatchObject({
      code: 'aborted',
    });
    await yank(builds, newest, now, { mayLeaveNone: false });
    expect(await yankedAt(newest)).toBe(now.toISOString());
  });
});
