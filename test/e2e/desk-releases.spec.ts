import { sampleVersion } from '../../local/sample-release.ts';
import { registerAdmin } from '../registered-admin.ts';
import { maxClicks } from './desk-page.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

test('promotes a release, and requires a confirmation before the only one is yanked', async ({
  page,
  cloud,
}) => {
  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl));
  await openPage(page, '/desk?view=releases');
  const item = page.getByRole('listitem').filter({ hasText: sampleVersion });
  await expect(item.getByText('current: stable and beta')).toBeVisible();
  let clicks = 0;
  const press = async (name: string) => {
    clicks += 1;
    await item.getByRole('button', { name, exact: true }).click();
  };
  await press('Promote');
  await item.getByLabel('Reason').fill('The newer one crashes.');
  await press('Promote');
  expect(clicks).toBeLessThanOrEqual(maxClicks);
  // The list changes without a reload.
  await expect(item.getByText(', promoted ')).toBeVisible();

  await press('Yank');
  await expect(item.getByLabel('Yank it even if the stable channel then has no release')).toBeVisible();
  await item.getByText('Notes').click();
  await expectUsableByEveryone(page);
  await item.getByLabel('Reason').fill('The newer one crashes.');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await press('Yank');
  const box = item.getByRole('checkbox');
  expect(await box.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  // An earlier request would have arrived before this one.
  await page.evaluate(() => fetch('/config.json'));
  expect(sent).toEqual(['/config.json']);
  await press('Cancel');
});
