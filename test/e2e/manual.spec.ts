import { findViolations } from './find-violations.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';

test('opens a page from the contents, and sends without an account that it was not clear', async ({
  page,
}) => {
  await openPage(page, '/manual');
  await page.getByRole('main').getByRole('link', { name: 'Map', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Map' })).toBeVisible();
  await expect(page).toHaveTitle('Map · Lorewright');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByLabel('What was unclear or missing? (optional)').fill('Where is <b>the scale</b>?');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you! Our team reads every answer.')).toBeVisible();
});

test('serves the 404 page for a page that the manual does not have', async ({ page, complaints }) => {
  const response = await page.goto('/manual/atlantis');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Here be dragons' })).toBeVisible();
  await expectComplaints(complaints, /404/, 1);
});
