import { sampleVersion } from '../../local/sample-release.ts';
import { acceptableRequests } from '../acceptable-requests.ts';
import { callOperation } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

test('shows a crash with its texts, and marks it as solved', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  test.setTimeout(120_000);
  const valid = acceptableRequests(cloud.siteUrl).reportProblem ?? {};
  const report: Record<string, unknown> = { ...valid, version: sampleVersion };
  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl));
  // The site has published its release since then.
  const response = await callOperation(cloud.siteUrl, 'reportProblem', { data: report });
  expect(response.status).toBe(200);
  await openPage(page, '/desk?view=problems');
  const item = page.getByRole('listitem').filter({ hasText: String(report.crash) });
  await item.getByText('Stack of the first report').click();
  await item.getByRole('button', { name: 'Texts about it' }).click();
  await expect(item.getByText(String(report.text))).toBeVisible();
  await item.getByRole('button', { name: 'Mark as solved' }).click();
  await expect(item.getByLabel('Solved in version')).toBeFocused();
  await expectUsableByEveryone(page);
  await item.getByLabel('Solved in version').fill('1.0.0');
  await item.getByRole('button', { name: 'Mark as solved' }).click();
  await expect(item.getByText('solved in 1.0.0')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Marked as solved.' })).toBeVisible();
  await expect(item.getByRole('button', { name: 'Mark as solved' })).toBeFocused();
});
