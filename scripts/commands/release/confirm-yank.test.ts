import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReleaseManifest } from '../../../contract/records/release.ts';
import { writeManifest } from '../../../lambdas/domain/releases/release-manifests.ts';
import { offerReleases } from '../../../lambdas/domain/releases/test-live-record.ts';
import { manifestOf } from '../../../lambdas/domain/releases/test-release.ts';
import { yank } from '../../../lambdas/domain/releases/yank-release.ts';
import { startS3 } from '../../../local/fakes/s3/start-s3.ts';
import { localS3 } from '../stage/connect.ts';
import { confirmYank } from './confirm-yank.ts';

let dir: string;
let s3: Awaited<ReturnType<typeof startS3>>;
let to: { s3: ReturnType<typeof localS3>; bucket: string };

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'yank-'));
  s3 = await startS3({ dir, buckets: ['builds'], onObjectCreated: async () => {} });
  to = { s3: localS3(s3.endpoint), bucket: 'builds' };
  await offer(manifestOf('1.2.0'));
});

afterEach(async () => {
  to.s3.destroy();
  await s3.stop();
  await rm(dir, { recursive: true });
});

const offer = (...manifests: ReleaseManifest[]) => offerReleases(to, manifests);

const answering = (answer: string) => ({ isAnswered: false, ask: vi.fn(async () => answer) });
const nobody = { isAnswered: false, ask: undefined };

test('asks before it withdraws the only release', async () => {
  const yes = answering('yes');
  expect(await confirmYank(to, '1.2.0', yes)).toBe(true);
  expect(yes.ask).toHaveBeenCalledExactlyOnceWith(
    '1.2.0 is the only release on the stable channel: without it, the site has nothing to offer there. Withdraw it? (yes/no) ',
  );
});

test.each(['no', '', 'yesterday'])('refuses when the answer is "%s"', async (answer) => {
  await expect(confirmYank(to, '1.2.0', answering(answer))).rejects.toThrow('Nothing was withdrawn.');
});

test('requires --yes without a terminal', async () => {
  await expect(confirmYank(to, '1.2.0', nobody)).rejects.toThrow('add --yes');
  expect(await confirmYank(to, '1.2.0', { ...nobody, isAnswered: true })).toBe(true);
});

test('asks nothing while another release is offered', async () => {
  await offer(manifestOf('1.2.0'), manifestOf('1.10.0'));
  expect(await confirmYank(to, '1.2.0', nobody)).toBe(false);
  await yank(to, '1.10.0', new Date(), { mayLeaveNone: true });
  await expect(confirmYank(to, '1.2.0', nobody)).rejects.toThrow('the only release');
});

test('asks although there is a newer release whose files are not verified', async () => {
  await writeManifest(to, manifestOf('1.10.0'), undefined);
  await expect(confirmYank(to, '1.2.0', nobody)).rejects.toThrow('the only release');
});

test('asks nothing about a withdrawn release', async () => {
  await yank(to, '1.2.0', new Date(), { mayLeaveNone: true });
  await confirmYank(to, '1.2.0', nobody);
});

test('asks before the only stable release, and not before a beta', async () => {
  await offer(manifestOf('1.2.0'), manifestOf('1.3.0-beta.1', { channel: 'beta' }));
  await confirmYank(to, '1.3.0-beta.1', nobody);
  await expect(confirmYank(to, '1.2.0', nobody)).rejects.toThrow('the only release on the stable channel');
});
