import { expect, test } from 'vitest';
import type { Route } from '../../contract/operations/route.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { registerPerson } from '../person.ts';
import { siteUrl } from './site.ts';

const overviewPage = await (await fetch(`${siteUrl}/__local/`)).text();
const gateway = /routes, at (http:\/\/127\.0\.0\.1:\d+)/.exec(overviewPage)?.[1] ?? '';
const { accessToken } = await registerPerson(siteUrl);

const call = (origin: string, { method, path }: Route, headers: Record<string, string> = {}) =>
  fetch(origin + path.replace(/\{\w+\}/g, 'x'), {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
    ...(method === 'POST' ? { body: '{"data":"not what it wants"}' } : {}),
  });

const everyRoute = Object.entries(routes) as [OperationName, Route][];

test.each(everyRoute)(
  'rejects %s at API Gateway’s own URL, even with a valid access token',
  async (_, route) => {
    for (const secret of [undefined, '', 'a guess']) {
      const headers = {
        'x-viewer-address': '198.51.100.1',
        ...(secret === undefined ? {} : { 'x-distribution-secret': secret }),
      };
      const response = await call(gateway, route, headers);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: { status: 'permission-denied' } });
    }
  },
);

test.each(everyRoute)('does not reject %s at the URL of the site', async (_, route) => {
  // The distribution overwrites a secret from the browser.
  const response = await call(siteUrl, route, { 'x-distribution-secret': 'a guess' });
  // The desk refuses a caller who is not in the team, in its own words.
  if (response.status === 403)
    expect(await response.json()).toMatchObject({ error: { details: { missing: 'group' } } });
});
