import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { partialShares, type Share, shares } from '../../contract/rules/rollout-shares.ts';
import { loadEdgeFunction } from '../../local/fakes/cloudfront/edge-function.ts';
import { fillConstants } from './fill-constants.ts';

const code = fillConstants(readFileSync(new URL('update-request.js', import.meta.url), 'utf8'), {
  partialShares,
});
const handle = loadEdgeFunction(code);

const request = (uri: string, id?: string) => ({
  method: 'GET',
  uri,
  headers: (id === undefined ? {} : { 'x-user-staging-id': { value: id } }) as Record<
    string,
    { value: string }
  >,
  querystring: {},
  cookies: {},
});
const pathFor = (id: string | undefined, uri = '/updates/latest.yml') => {
  const answer = handle(request(uri, id));
  return 'uri' in answer ? answer.uri : undefined;
};
const cohortOf = (id: string): Share => {
  const [, cohort] = /^\/updates\/cohorts\/(\d+)\/latest\.yml$/.exec(pathFor(id) ?? '') ?? [];
  return cohort === undefined ? 100 : (Number(cohort) as Share);
};

/** The same ids in each run. */
const idOf = (number: number) =>
  createHash('md5')
    .update(String(number))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const ids = Array.from({ length: 100_000 }, (_, number) => idOf(number));
/** An id of each cohort. */
const [first = '', fifth = '', last = ''] = ([1, 5, 100] as const).map((cohort) =>
  ids.find((id) => cohortOf(id) === cohort),
);

describe('the cohorts of 100,000 installations', () => {
  const cohorts = ids.map(cohortOf);

  it.each(shares)('contain %s percent, to within one', (share) => {
    const inside = cohorts.filter((cohort) => cohort <= share).length;
    expect(Math.abs((inside / ids.length) * 100 - share)).toBeLessThan(1);
    // The smallest share is not empty.
    expect(inside).toBeGreaterThan(0);
  });

  it('do not depend on the form of the ids', () => {
    // Ids whose first digits are the same.
    const similar = Array.from(
      { length: 10_000 },
      (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    );
    const inside = similar.filter((id) => cohortOf(id) <= 20).length;
    expect(Math.abs(inside / 100 - 20)).toBeLessThan(1);
  });
});

describe('an installation', () => {
  it.each(['latest.yml', 'latest-mac.yml', 'tauri-stable.json'])('gets the %s of its cohort', (file) => {
    expect(pathFor(first, `/updates/${file}`)).toBe(`/updates/cohorts/1/${file}`);
    expect(pathFor(fifth, `/updates/${file}`)).toBe(`/updates/cohorts/5/${file}`);
    expect(pathFor(last, `/updates/${file}`)).toBe(`/updates/${file}`);
  });

  it('keeps its cohort when it writes its id in capitals', () => {
    expect(pathFor(first.toUpperCase())).toBe('/updates/cohorts/1/latest.yml');
  });

  it.each([
    undefined,
    '',
    'ana@site.test',
    '../../releases/live.json',
    `${first}0`,
    ` ${first}`,
    `${first}\n`,
    first.replaceAll('-', ''),
  ])('without a UUID (%j) gets what everybody gets', (id) => {
    expect(pathFor(id)).toBe('/updates/latest.yml');
  });

  it.each([
    '/updates/beta.yml',
    '/updates/tauri-beta.json',
    '/updates/SHA256SUMS.txt',
    '/updates/releases.atom',
    '/updates/evidence/1.2.0/App.cdx.json',
    '/updates/cohorts/50/latest.yml',
    '/updates/x/latest.yml',
    '/updates/latestXyml',
  ])('gets %s itself', (uri) => {
    expect(pathFor(first, uri)).toBe(uri);
  });
});

it('fits into an edge function, and leaves the rest of a request alone', () => {
  expect(Buffer.byteLength(code)).toBeLessThan(10_000);
  const asked = { ...request('/updates/latest.yml', first), querystring: { noCache: { value: '1a2b' } } };
  expect(handle(asked)).toEqual({ ...asked, uri: '/updates/cohorts/1/latest.yml' });
});
