import { get } from 'node:http';
import { expect, test, vi } from 'vitest';
import { sampleVersion } from '../../local/sample-release.ts';
import { readReleaseNotes } from '../../scripts/commands/release/release-notes.ts';
import { siteUrl } from './site.ts';

test('serves a page at its URL, with and without a slash', async () => {
  for (const path of ['/pricing', '/pricing/']) {
    const response = await fetch(siteUrl + path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>Pricing');
  }
});

test.each([
  '/nothing-here',
  '/nothing/here.png',
  '/media/',
  '/media/nothing.avif',
  '/%00',
  '/..%2fconfig.json',
  // Password managers request it before they trust `/.well-known/change-password`.
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
])('answers %s with the 404 page and status 404', async (path) => {
  const response = await fetch(siteUrl + path);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('<title>Page not found');
});

test.each([
  ['GET', '/api/nothing', 404, 'not-found'],
  ['GET', '/api/checkout', 400, 'invalid-argument'],
])('answers %s %s with an error in the format of the API', async (method, path, status, code) => {
  const response = await fetch(siteUrl + path, { method });
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error: { status: code, message: expect.any(String) } });
});

test('lets browsers cache assets for a year, and makes them revalidate pages each time', async () => {
  const page = await fetch(siteUrl);
  expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const asset = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1];
  const { headers, status } = await fetch(siteUrl + asset, { headers: { 'accept-encoding': 'br' } });
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(headers.get('content-encoding')).toBe('br');
  const again = await fetch(siteUrl + asset, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test.each(['avif', 'webp'])('lets browsers cache %s pictures for five minutes', async (type) => {
  const { status, headers } = await fetch(`${siteUrl}/media/site/images/map-800.${type}`);
  expect([status, headers.get('content-type')]).toEqual([200, `image/${type}`]);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
});

test('names the uploaded release in version.json', async () => {
  const page = (platform: string) => `${siteUrl}/download?platform=${platform}`;
  // An event after the upload publishes the release.
  const current = await vi.waitFor(async () => (await fetch(`${siteUrl}/version.json`)).json(), {
    timeout: 10_000,
  });
  expect(current).toMatchObject({
    version: sampleVersion,
    mac: { arm64: page('mac-arm64'), x64: page('mac-x64') },
    win: page('win-x64'),
  });
});

test('rejects requests for another host name in the local cloud', async () => {
  const status = await new Promise((resolve, reject) => {
    const request = get(
      `${siteUrl}/__local/mail.json`,
      { headers: { host: 'attacker.example' } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.once('error', reject);
  });
  expect(status).toBe(403);
});

test('gives the sample release the date in the changelog', async () => {
  const { version, date } = await (await fetch(`${siteUrl}/version.json`)).json();
  expect(date.slice(0, 10)).toBe((await readReleaseNotes(version)).day);
});
