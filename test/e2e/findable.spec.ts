import { publicOrigin as origin } from '../../lib/stages.ts';
import { expect, expectComplaints, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';

test('updates the address for share buttons after a navigation', async ({ page }) => {
  const canonical = page.locator('link[rel=canonical]');
  await openPage(page, '/blog/');
  await expect(canonical).toHaveAttribute('href', `${origin}/blog`);
  await page.getByRole('link', { name: 'Name the Relation, Find the Plot' }).click();
  await expect(canonical).toHaveAttribute('href', `${origin}/blog/name-the-relation`);
  await page.getByRole('link', { name: 'Lorewright', exact: true }).first().click();
  await expect(canonical).toHaveAttribute('href', `${origin}/`);
});

test('updates the address from an unknown page', { tag: '@extended' }, async ({ page, complaints }) => {
  await page.goto('/atlantis');
  await page.getByRole('link', { name: 'Back to known waters' }).click();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}/`);
  // The browser logs the status of the page itself.
  await expectComplaints(complaints, /404/, 1);
});

testInNewContext('loads no icon but that of the browser tab', async ({ page, cloud }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url().slice(cloud.siteUrl.length)));
  await openPage(page, '/');
  expect(requests.filter((path) => /\.(png|ico)$|webmanifest/.test(path))).toEqual([]);
});
