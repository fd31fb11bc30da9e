import { overviewDays } from '../../contract/rules/desk-rules.ts';
import { overviewMetrics } from '../../contract/rules/overview-metrics.ts';
import { registerAdmin } from '../registered-admin.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

test('shows the counts of 90 days as charts and as a table', async ({ page, cloud }) => {
  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl));
  await openPage(page, '/desk?view=overview');
  await expect(page.getByText('No alarm is active.')).toBeVisible();
  await expect(page.getByRole('figure')).toHaveCount(overviewMetrics.length);
  await page.getByText('The numbers of each day').click();
  const rows = page.getByRole('table').getByRole('row');
  // The rows include the heading and the total.
  await expect(rows).toHaveCount(overviewDays + 2);
  await expect(rows.nth(1).getByRole('cell').nth(1)).not.toHaveText('0');
  await expectUsableByEveryone(page);
});
