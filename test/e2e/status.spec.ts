import type { SiteStatus } from '../../contract/records/site-status.ts';
import { registerAdmin } from '../registered-admin.ts';
import { expectReachableByTab } from './expect-reachable-by-tab.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const components = ['checkout', 'downloads'] as const;

/** A problem that lasts, another one ten days ago, and no data before. */
function statusWithIncidents(): SiteStatus {
  const incidentFrom = (id: string, from: string, to?: string): SiteStatus['incidents'][number] => ({
    id,
    components: [...components],
    startedAt: from,
    ...(to ? { endedAt: to } : {}),
    periods: [{ source: 'ApiErrors', components: [...components], from, ...(to ? { to } : {}) }],
    sentences: [
      { sentenceId: id, at: from, text: 'Payments fail for some people. You are not charged twice.' },
    ],
  });
  return {
    checkedAt: hoursAgo(0),
    watchedSince: hoursAgo(24 * 30),
    components: {
      pages: 'noReports',
      signIn: 'noReports',
      checkout: 'problem',
      downloads: 'watching',
      email: 'noData',
    },
    incidents: [incidentFrom('now', hoursAgo(1)), incidentFrom('before', hoursAgo(240), hoursAgo(239))],
    unwatched: [],
  };
}

test('shows incidents to everyone without a call to the API', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api')) calls.push(request.url());
  });
  await page.route('**/status.json', (route) => route.fulfill({ json: statusWithIncidents() }));
  await openPage(page, '/status');
  await expect(page.getByText('Problem with: Checkout')).toBeVisible();
  await expect(page.getByText('for 1 hour so far')).toBeVisible();
  await expectReachableByTab(page, { skipsHeader: true });
  await page.getByText('Days with a problem').first().click();
  await expectUsableByEveryone(page, { inAllViews: true });
  expect(calls).toEqual([]);
});

test('shows what an admin reports at the desk', { tag: '@extended' }, async ({ page, cloud }) => {
  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl));
  await openPage(page, '/desk?view=status');
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await page.getByRole('checkbox', { name: 'Email' }).check();
  await page.getByLabel('Sentence').fill('Emails arrive an hour late.');
  await expectUsableByEveryone(page);
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await expect(page.getByText('The status page reports the problem until you end it.')).toBeVisible();
  await openPage(page, '/status');
  await expect(page.getByText('Emails arrive an hour late.')).toBeVisible();
});
