import type { Page } from '@playwright/test';
import { confirmationCodeField, newestMail, press, register } from './auth-page.ts';
import { expect, testInNewContext as test, translate } from './fixtures.ts';
import { openPage } from './open-page.ts';

// Flows on pages that a browser translates. `PLAYWRIGHT_TRANSLATED=on` runs the other tests there too.

const errorPage = (page: Page) => page.getByRole('heading', { name: 'Something went wrong' });

test.describe('on translated pages', () => {
  test.beforeEach(({ context }) => translate(context));
  test.afterEach(({ page }) => expect(errorPage(page)).toHaveCount(0));

  test('lets a visitor register, get the license, download a build, and send feedback', async ({
    page,
    cloud,
  }) => {
    const email = await register(page);
    await expect(page.locator('font font').first()).toBeAttached();
    await confirmationCodeField(page).fill((await newestMail(cloud.siteUrl, email)).code);
    await press(page, 'Confirm');
    await page.waitForURL('**/pricing');
    await press(page, 'Get your free license');
    await press(page, 'Complete order');
    await expect(page.getByText('Your license is ready.')).toBeVisible();

    await openPage(page, '/download');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /Windows/ }).click();
    await download;

    await openPage(page, '/feedback');
    await page.getByLabel('Your feedback').fill('A compass, please.');
    await expect(page.getByText('18 of ')).toBeVisible();
    await press(page, 'Send feedback');
    await expect(page.getByText('Feedback submitted successfully!')).toBeVisible();
    await expect(page.getByText(/^0 of /)).toBeVisible();
  });
});
