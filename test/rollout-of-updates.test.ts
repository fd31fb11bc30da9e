import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf, type Rollout } from '../contract/records/release.ts';
import { type Platform, platforms } from '../contract/rules/platforms.ts';
import { partialShares } from '../contract/rules/rollout-shares.ts';
import { publishedFiles } from '../lambdas/domain/releases/published-files.ts';
import { manifestOf } from '../lambdas/domain/releases/test-release.ts';
import { fillConstants } from '../lib/edge/fill-constants.ts';
import { loadEdgeFunction } from '../local/fakes/cloudfront/edge-function.ts';
import { updateWithElectron } from './electron-update.ts';

const edge = loadEdgeFunction(
  fillConstants(readFileSync('lib/edge/update-request.js', 'utf8'), { partialShares }),
);

/** The bytes of each file are its path. */
function releaseOf(version: string, change: { rollout?: Rollout; yankedAt?: string } = {}) {
  const manifest = manifestOf(version, change);
  for (const platform of platforms)
    for (const file of filesOf(manifest.builds[platform])) {
      const bytes = `${version}/${platform}/${file.fileName}`;
      file.sizeInBytes = bytes.length;
      file.sha512 = createHash('sha512').update(bytes).digest('base64');
    }
  return { manifest, objects: {} };
}

/** The site as CloudFront serves it: the manifests of each installation, and the files that they name. */
let state: Parameters<typeof releaseOf>[1];
const requested: string[] = [];
const server = createServer(({ method = '', url = '', headers }, response) => {
  const { pathname } = new URL(url, 'http://site.test');
  const [, file] = /^\/api\/updateFile\/(.+)$/.exec(pathname) ?? [];
  if (file) return void response.end(decodeURIComponent(file));
  const sent = Object.entries(headers).map(([name, value]) => [name, { value: String(value) }]);
  const asked = { method, uri: pathname, headers: Object.fromEntries(sent), querystring: {}, cookies: {} };
  const answer = edge(asked);
  const key = 'uri' in answer ? answer.uri.slice(1) : '';
  requested.push(key);
  const releases = { '1.2.0': releaseOf('1.2.0'), '1.3.0': releaseOf('1.3.0', state) };
  const { body } = publishedFiles({ releases }, siteUrl)[key] ?? {};
  response.writeHead(body ? 200 : 404).end(body);
});
let siteUrl: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** Installations of the cohorts 5 and 50. */
const inside = '00000000-0000-4000-8000-000000000023';
const outside = '00000000-0000-4000-8000-000000000007';

/** The version that an installation gets, or undefined if it stays. */
async function updated(platform: Platform, id: string | undefined, version: string) {
  const bytes = await updateWithElectron(
    siteUrl,
    {},
    { platform, installed: { version }, ...(id ? { id } : {}) },
  );
  return bytes?.toString().split('/')[0];
}

describe.each(['win-x64', 'mac-arm64', 'mac-x64'] as const)('electron-updater on %s', (platform) => {
  it('gets the new release inside the share, and the previous one outside', async () => {
    state = { rollout: { share: 5 } };
    expect(await updated(platform, inside, '1.1.0')).toBe('1.3.0');
    expect(await updated(platform, outside, '1.1.0')).toBe('1.2.0');
    expect(await updated(platform, outside, '1.2.0')).toBeUndefined();
    state = { rollout: { share: 50 } };
    expect(await updated(platform, inside, '1.3.0')).toBeUndefined();
    expect(await updated(platform, outside, '1.2.0')).toBe('1.3.0');
  });

  it.each([
    ['is halted', { rollout: { share: 50 as const, haltedAt: '2026-12-01T10:00:00.000Z' } }],
    ['is withdrawn', { rollout: { share: 50 as const }, yankedAt: '2026-12-01T10:00:00.000Z' }],
  ])('gets the previous release when the new one %s, and never an older one', async (_, change) => {
    state = change;
    expect(await updated(platform, inside, '1.1.0')).toBe('1.2.0');
    expect(await updated(platform, inside, '1.3.0')).toBeUndefined();
    expect(await updated(platform, outside, '1.2.0')).toBeUndefined();
  });
});

it('leads the two installations to the manifests of their cohorts', () => {
  const paths = [5, 50].flatMap((cohort) =>
    ['latest.yml', 'latest-mac.yml'].map((name) => `updates/cohorts/${cohort}/${name}`),
  );
  expect([...new Set(requested)].sort()).toEqual(paths.sort());
});
