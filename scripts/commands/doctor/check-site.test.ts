import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Listening, listen } from '../../../local/server/listen.ts';
import { checkApi, checkLegalPages, checkPages } from './check-site.ts';
import type { Finding } from './finding.ts';
import { finding } from './test-finding.ts';

const settings = {
  region: 'us-east-1',
  userPoolId: 'pool',
  userPoolClientId: 'client',
  priceIds: {},
  seller: { name: 'Lorewright', address: ['1 Main Street'] },
};
let answer: RequestListener;
let site: Listening;

beforeEach(async () => {
  site = await listen((request, response) => answer(request, response), 0);
});
afterEach(() => site.close());

const answering =
  (status: number, body: unknown): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(JSON.stringify(body));
const pages = () => checkPages(site.endpoint, settings, 'prod');

test.each<[string, number, object, Finding['outcome'], RegExp]>([
  ['what the stack says', 200, settings, 'ok', /answers$/],
  ['another stage', 200, { ...settings, userPoolId: 'other' }, 'problem', /differs from the stack/],
  ['no settings', 404, {}, 'problem', /config.json answers 404/],
])('reports a site with %s', async (_, status, body, outcome, words) => {
  answer = answering(status, body);
  expect(await pages()).toMatchObject(finding(outcome, words));
});

test.each([
  [401, 'ok'],
  [200, 'problem'],
  [403, 'problem'],
  [500, 'problem'],
])('reports for an API that answers %i: %s', async (status, outcome) => {
  answer = answering(status, {});
  expect(await checkApi(site.endpoint)).toMatchObject({ outcome });
});

test('warns about a read-only site', async () => {
  const readOnly = { ...settings, isReadOnly: true as const };
  answer = answering(200, readOnly);
  expect(await checkPages(site.endpoint, readOnly, 'prod')).toMatchObject(finding('warning', 'read-only'));
});

test('reports a site that does not answer', async () => {
  const { endpoint } = site;
  await site.close();
  expect(await checkPages(endpoint, settings, 'prod')).toMatchObject(
    finding('problem', 'does not answer (ECONNREFUSED)'),
  );
  site = await listen(() => {}, 0);
});

test('accepts a site with all legal pages', async () => {
  answer = answering(200, {});
  expect(await checkLegalPages(site.endpoint)).toMatchObject({ outcome: 'ok' });
});

test.each(['/terms', '/privacy', '/legal-notice', '/contact'])('reports a missing page: %s', async (page) => {
  answer = (request, response) => response.writeHead(request.url === page ? 404 : 200).end();
  expect(await checkLegalPages(site.endpoint)).toMatchObject(finding('problem', `${page} answers 404`));
});
