import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expiredLink } from '../../contract/rules/signed-links.ts';
import { loadEdgeFunction } from '../../local/fakes/cloudfront/edge-function.ts';

const handle = loadEdgeFunction(readFileSync(new URL('download-request.js', import.meta.url), 'utf8'));
const build = '/releases/1.2.0/win-x64/App.exe';
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

const request = (until: string | undefined, headers: Record<string, string> = {}, uri = build) => ({
  method: 'GET',
  uri,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
  querystring: (until === undefined ? {} : { until: { value: until } }) as Record<string, { value: string }>,
  cookies: {},
});
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

it('passes a link on until it ends, to every program', () => {
  const programs: Record<string, string>[] = [{}, browser, { range: 'bytes=5-' }];
  for (const headers of programs) {
    const good = request(inSeconds(60), headers);
    expect(handle(good)).toEqual(good);
  }
});

it.each([
  [build, '/download'],
  ['/resources/story-structures/quest.json', '/resources'],
])('leads a browser from an expired link to %s back to %s', (uri, page) => {
  expect(handle(request(inSeconds(-1), browser, uri))).toMatchObject({
    statusCode: 302,
    headers: { location: { value: `${page}?${expiredLink.parameter}=${expiredLink.value}` } },
  });
});

it.each([
  ['a program', inSeconds(-1), { accept: '*/*' }],
  ['a program that accepts nothing by name', inSeconds(-1), {}],
  // The browser would add the page to the bytes that it has.
  ['a browser that resumes a download', inSeconds(-1), { ...browser, range: 'bytes=1000-' }],
  ['a link without an end', undefined, {}],
  ['a link with an odd end', 'never', {}],
])('answers %s with a sentence', (_, until, headers) => {
  expect(handle(request(until, headers))).toMatchObject({
    statusCode: 403,
    headers: { 'content-type': { value: 'text/plain; charset=utf-8' } },
    body: { data: 'This link has expired. Start the download again from the beginning.\n' },
  });
});
