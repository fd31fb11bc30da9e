import { readOnly } from '../../contract/operations/read-only.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

test.afterAll(({ cloud }) => cloud.restart());

test('shows before typing that the site is read-only, and keeps the text of a refused form', {
  tag: '@extended',
}, async ({ page, cloud, complaints }) => {
  test.slow();
  await signInAsNewPerson(page, cloud.siteUrl);
  await page.goto('about:blank');
  await cloud.restart({ isReadOnly: true });

  await openPage(page, '/contact');
  await expect(page.getByRole('status').filter({ hasText: readOnly.message })).toBeVisible();
  await page.getByLabel('Name').fill('Ana Ferreira');
  await page.getByLabel('Email', { exact: true }).fill('ana@example.test');
  await page.getByLabel('Message').fill('Is there a map of Atlantis?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert')).toHaveText(readOnly.message);
  await expect(page.getByLabel('Message')).toHaveValue('Is there a map of Atlantis?');
  await expectUsableByEveryone(page);

  await openPage(page, '/pricing');
  await page.getByRole('button', { name: 'Get your free license' }).click();
  await expect(page.getByRole('alert')).toHaveText(readOnly.message);

  await openPage(page, '/account');
  await expect(page.getByRole('tab', { name: 'General' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: readOnly.message })).toBeVisible();
  await expectUsableByEveryone(page);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL('**/');
  await openPage(page, '/auth?account=free');
  await page.getByLabel('Email', { exact: true }).fill('late@example.test');
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('alert')).toHaveText(readOnly.message);
  await expectComplaints(complaints, /503|400/);
});
