import { readFileSync } from 'node:fs';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Channel, ReleaseManifest } from '../../../contract/records/release.ts';
import {
  describeRollout,
  partialShares,
  type Share,
  shares,
} from '../../../contract/rules/rollout-shares.ts';
import { compareVersions } from '../../../contract/rules/version.ts';
import { fillConstants } from '../../../lib/edge/fill-constants.ts';
import { loadEdgeFunction } from '../../../local/fakes/cloudfront/edge-function.ts';
import { AppError } from '../../platform/app-error.ts';
import { changeRollout, haltRollout, refuseFirstShare } from './change-rollout.ts';
import { promote } from './promote-release.ts';
import { publishRelease } from './publish-release.ts';
import {
  currentVersions,
  readableManifests,
  readUpcomingRecord,
  writeManifest,
} from './release-manifests.ts';
import { releaseStore } from './release-store.ts';
import { manifestOf } from './test-release.ts';
import { yank } from './yank-release.ts';

const edge = loadEdgeFunction(
  fillConstants(readFileSync(new URL('../../../lib/edge/update-request.js', import.meta.url), 'utf8'), {
    partialShares,
  }),
);
const pathFor = (id: string | undefined): string => {
  const headers: Record<string, { value: string }> = id ? { 'x-user-staging-id': { value: id } } : {};
  const answer = edge({ method: 'GET', uri: '/updates/latest.yml', headers, querystring: {}, cookies: {} });
  return 'uri' in answer ? answer.uri.slice(1) : '';
};

/** An installation of each cohort, and one without an id. */
const installations = ([...shares, undefined] as const).map((cohort) => {
  const folder = cohort === 100 || !cohort ? 'updates/latest' : `updates/cohorts/${cohort}/`;
  for (let number = 0; cohort; number++) {
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    if (pathFor(id).startsWith(folder)) return { id, cohort };
  }
  return { id: undefined, cohort: 100 as Share };
});

/** The bucket in memory: hundreds of histories with the real functions take seconds. */
function bucketInMemory() {
  const objects: Record<string, string> = {};
  let writes = 0;
  const etags: Record<string, string> = {};
  const conflict = () =>
    new S3ServiceException({
      name: 'PreconditionFailed',
      $fault: 'client',
      $metadata: { httpStatusCode: 412 },
    });
  async function send(command: object) {
    if (command instanceof GetObjectCommand) {
      const text = objects[command.input.Key ?? ''];
      if (text === undefined) throw new NoSuchKey({ message: 'No such key.', $metadata: {} });
      return { Body: { transformToString: async () => text }, ETag: etags[command.input.Key ?? ''] };
    }
    if (command instanceof PutObjectCommand) {
      const { Key = '', Body, IfMatch, IfNoneMatch } = command.input;
      if (IfMatch ? etags[Key] !== IfMatch : IfNoneMatch && objects[Key] !== undefined) throw conflict();
      objects[Key] = String(Body);
      etags[Key] = `"${++writes}"`;
      return { ETag: etags[Key] };
    }
    if (command instanceof ListObjectsV2Command)
      return {
        CommonPrefixes: [...new Set(Object.keys(objects).map((key) => /^releases\/[^/]+\//.exec(key)?.[0]))]
          .filter((prefix) => prefix)
          .map((Prefix) => ({ Prefix })),
      };
    // A published file that must not exist.
    const { Key } = (command as { input: { Key: string } }).input;
    delete objects[Key];
    return {};
  }
  return { objects, s3: Object.assign(new S3Client({ region: 'us-east-1' }), { send }) };
}

const sizes: Record<string, number> = { dmg: 100, zip: 90, exe: 300 };

/** A site whose team acts on releases, and which processes each change. */
function site() {
  const { objects, s3 } = bucketInMemory();
  const from = { s3, bucket: 'builds' };
  const releases = {
    ...releaseStore(s3, 'builds'),
    describe: async (key: string) => ({
      sizeInBytes: sizes[key.split('.').at(-1) ?? ''] ?? 0,
      etag: key,
      versionId: '1',
    }),
    checksums: async () => ({ sha256: 'a'.repeat(64), sha512: `${'b'.repeat(86)}==` }),
  };
  let minutes = 0;
  const now = () => new Date(Date.UTC(2026, 11, 1, 0, minutes));
  const stateOf = async (version: string) =>
    describeRollout((await readableManifests(from)).find((one) => one.version === version)?.rollout);

  /** @returns false if the action was refused */
  async function act({ action, version, share, channel }: Step): Promise<boolean> {
    minutes += 1;
    try {
      if (action === 'publish') await publish(version, channel, share);
      else if (action === 'promote') {
        const seen = currentVersions(await readUpcomingRecord(from));
        const own = (await readableManifests(from)).find((one) => one.version === version);
        await promote(from, version, now(), { current: seen[own?.channel ?? 'stable'] });
      } else if (action === 'withdraw') await yank(from, version, now(), { mayLeaveNone: true });
      else if (action === 'haltItself') await haltRollout(from, version, 'Crashes.', now());
      else {
        const change = action === 'raise' ? share : action;
        await changeRollout(from, version, change, { now: now(), seen: await stateOf(version) });
      }
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
    expect(await publishRelease({ releases, siteUrl: 'https://site.test' }, version, now())).toSatisfy(
      (problems: string[]) => problems.length === 0 || action === 'haltItself',
    );
    return true;
  }

  async function publish(version: string, channel: Channel, share: Share) {
    const rollout = share === 100 ? {} : { rollout: { share } };
    const manifest = manifestOf(version, { channel, date: now().toISOString(), ...rollout });
    await refuseFirstShare(from, manifest);
    await writeManifest(from, manifest, undefined);
  }

  return {
    act,
    offered: () =>
      installations.map(({ id }) => /^version: "(.+)"$/m.exec(objects[pathFor(id)] ?? '')?.[1] ?? '0.0.0'),
    onWebsite: () => JSON.parse(objects['version.json'] ?? '{"version":"0.0.0"}').version as string,
    manifests: async () =>
      Object.fromEntries((await readableManifests(from)).map((manifest) => [manifest.version, manifest])),
  };
}

interface Step {
  action: 'publish' | 'promote' | 'raise' | 'halt' | 'haltItself' | 'resume' | 'withdraw';
  version: string;
  share: Share;
  channel: Channel;
}

const versions = ['1.0.0', '1.0.1', '1.1.0', '1.2.0', '1.3.0'];

/** `pick` is the place of the version in a list. */
const step: fc.Arbitrary<Omit<Step, 'version'> & { pick: number }> = fc
  .record({
    action: fc.constantFrom(
      'publish',
      'publish',
      'raise',
      'raise',
      'promote',
      'halt',
      'haltItself',
      'resume',
      'withdraw',
    ),
    pick: fc.constantFrom(0, 0, 1, 2),
    shares: fc.constantFrom([1, 5], [5, 20], [5, 5], [20, 50], [50, 100], [100, 1]),
    channel: fc.constantFrom('stable', 'stable', 'stable', 'beta'),
  })
  .map(({ action, shares: [first, next], ...more }) => ({
    ...more,
    action,
    share: (action === 'publish' ? first : next) as Share,
  }));

const isInside = (manifest: ReleaseManifest | undefined, cohort: Share) =>
  manifest !== undefined &&
  !manifest.yankedAt &&
  (!manifest.rollout || (!manifest.rollout.haltedAt && cohort <= manifest.rollout.share));

test('offers each installation the right version, whatever the team does', async () => {
  const seen = { raised: 0, wentUp: 0, divided: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.noBias(fc.array(step, { minLength: 8, maxLength: 16, size: 'max' })),
      async (steps) => {
        const { act, offered, onWebsite, manifests } = site();
        await act({ action: 'publish', version: '1.0.0', share: 100, channel: 'stable' });
        for (const { pick, ...planned } of steps) {
          const before = offered();
          const published = await manifests();
          // Mostly the newest release.
          const candidates =
            planned.action === 'publish'
              ? versions.filter((version) => !published[version])
              : versions.filter((version) => published[version]).reverse();
          const each = { ...planned, version: candidates[Math.min(pick, candidates.length - 1)] ?? '9.9.9' };
          const hasRollout = published[each.version]?.rollout !== undefined;
          const isDone = await act(each);
          const after = offered();
          const known = await manifests();
          const isRaised = isDone && each.action === 'raise' && hasRollout;
          if (!isDone) expect(after).toEqual(before);
          for (const [index, { cohort }] of installations.entries()) {
            const [earlier = '', later = ''] = [before[index], after[index]];
            // Nobody outside the share, and nobody at all while it is halted or withdrawn.
            if (later !== '0.0.0') expect(isInside(known[later], cohort)).toBe(true);
            if (!/halt|withdraw|promote/.test(each.action))
              expect(compareVersions(later, earlier)).toBeGreaterThanOrEqual(0);
            // Raising takes nobody out, and everybody inside gets at least this version.
            if (isRaised && isInside(known[each.version], cohort))
              expect(compareVersions(later, each.version)).toBeGreaterThanOrEqual(0);
            if (compareVersions(later, earlier) > 0) seen.wentUp += 1;
          }
          expect(onWebsite()).toBe(after.at(-1));
          if (isRaised) seen.raised += 1;
          if (new Set(after).size > 1) seen.divided += 1;
        }
      },
    ),
    { numRuns: 80 },
  );
  // The histories contain what they are about.
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
}, 60_000);
