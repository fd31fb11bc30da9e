import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { rateLimits } from '../../lambdas/domain/limits/rate-limits.ts';
import { type Person, registerPerson } from '../person.ts';
import { siteUrl } from './site.ts';

let person: Person;
let link: string;

beforeAll(async () => {
  person = await registerPerson(siteUrl);
  ({ url: link } = (await person.call('download', { platform: 'win-x64' })) as { url: string });
});

const versionInfo = async () => (await fetch(`${siteUrl}/version.json`)).json();
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const read = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a link to a build', () => {
  it('leads to the distribution and downloads the verified file, without a sign-in', async () => {
    const { builds } = await versionInfo();
    const { fileName } = builds['win-x64'];
    expect(new URL(link)).toMatchObject({ origin: siteUrl, pathname: expect.stringContaining(fileName) });
    const response = await fetch(link);
    expect(response.headers.get('content-disposition')).toBe('attachment');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(sha256(await read(response))).toBe(builds['win-x64'].sha256);
  });

  it('answers HEAD, and parts as download managers request them', async () => {
    const { sizeInBytes, sha256: expected } = (await versionInfo()).builds['win-x64'];
    const head = await fetch(link, { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, sizeInBytes]);
    const half = Math.floor(sizeInBytes / 2);
    const parts = await Promise.all(
      [`0-${half - 1}`, `${half}-`].map(async (range) => {
        const response = await fetch(link, { headers: { range: `bytes=${range}` } });
        expect(response.status).toBe(206);
        return read(response);
      }),
    );
    expect(sha256(Buffer.concat(parts))).toBe(expected);
  });

  it.each([
    ['for another file', (url: string) => url.replace('.exe', '.dmg'), 'AccessDenied'],
    ['for another version', (url: string) => url.replace(/versionId=./, 'versionId=z'), 'AccessDenied'],
    ['with a later end', (url: string) => url.replace(/until=\d/, 'until=9'), 'AccessDenied'],
    ['without a signature', (url: string) => url.split('?')[0] ?? '', 'MissingKey'],
  ])('is refused %s', async (_, change, code) => {
    const changed = change(link);
    expect(changed).not.toBe(link);
    const response = await fetch(changed);
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining(`<Code>${code}</Code>`),
    ]);
  });

  it.each([
    '/releases/live.json',
    '/releases/yanked.json',
    '/releases/0.3.0/release.json',
    '/resources/tutorial-project.json',
    '/resources/lorewright-story-structures.zip',
    '/resources/story-structures/quest.json',
  ])('is the only way to %s', async (path) => {
    expect((await fetch(`${siteUrl}${path}`)).status).toBe(403);
    // The keys of the bucket are not paths of the other behaviors.
    expect((await fetch(`${siteUrl}/media${path}`)).status).toBe(404);
    expect((await fetch(`${siteUrl}/updates/..%2f${path.slice(1)}`)).status).not.toBe(200);
  });
});

describe('an account', () => {
  it('gets links to resources, which download under their own names', async () => {
    const { url } = (await person.call('downloadResource', { file: 'tutorial-project.json' })) as {
      url: string;
    };
    expect(new URL(url).pathname).toBe('/resources/tutorial-project.json');
    const response = await fetch(url);
    expect(response.headers.get('content-disposition')).toBe('attachment');
    await expect(response.json()).resolves.toBeTypeOf('object');
  });

  it('gets no links beyond the hourly limit, but an explanation', async () => {
    const eager = await registerPerson(siteUrl);
    const { calls } = rateLimits.download;
    const outcomes = await Promise.allSettled(
      Array.from({ length: calls + 5 }, () => eager.call('download', { platform: 'win-x64' })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(calls);
    await expect(eager.call('download', { platform: 'win-x64' })).rejects.toThrow(
      /429.*You have started too many downloads/s,
    );
  });
});

describe('updateFile', () => {
  const urlOf = async () => {
    const manifest = await (await fetch(`${siteUrl}/updates/latest.yml`)).text();
    return /url: "([^"]+)"/.exec(manifest)?.[1] ?? '';
  };
  const asPerson = () => ({ authorization: `Bearer ${person.accessToken}` });

  it('answers HEAD like GET', async () => {
    const url = await urlOf();
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(url, { method, headers: asPerson(), redirect: 'manual' });
      expect([response.status, new URL(response.headers.get('location') ?? '').origin]).toEqual([
        302,
        siteUrl,
      ]);
      expect((await fetch(url, { method, redirect: 'manual' })).status).toBe(401);
    }
  });

  it.each([
    ['without Accept', {}],
    ['that accepts anything', { accept: '*/*' }],
    ['that looks like a browser', { accept: 'text/html' }],
  ])('serves a download manager %s, with several requests for parts at once', async (_, headers) => {
    const url = await urlOf();
    const parts = await Promise.all(
      [0, 1, 2, 3].map((part) =>
        fetch(url, { headers: { ...asPerson(), ...headers, range: `bytes=${part * 10}-${part * 10 + 9}` } }),
      ),
    );
    for (const part of parts) {
      expect(part.status).toBe(206);
      expect(await read(part)).toHaveLength(10);
    }
  });
});
